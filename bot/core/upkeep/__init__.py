"""What happens though nobody asks: time that runs out, reminders, boards left over, lists made anew."""
