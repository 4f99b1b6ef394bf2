// The page's own few words in three languages; everything the bot says comes translated from the bot.

export const WORDS = {
  en: {
    about: "Five pencil-and-paper games, played by typing moves, against a friend or the bot.",
    "your-name": "Your name",
    channel: "Channel",
    "channel-note": "People in the same channel see one another. Letters, digits, - and _.",
    enter: "Come in",
    skip: "Skip to the message box",
    leave: "Change name",
    here: "Here now",
    you: "you",
    bot: "Tetradka",
    "mention-person": "Mention {name}",
    log: "Messages",
    blank: "A clean page. Press “New game” below, or type /challenge bot dots 3x3.",
    newest: "New messages ↓",
    quick: "Quick commands",
    message: "Message or move",
    placeholder: "Move, message or /help",
    send: "Send",
    attach: "Attach a text file",
    reply: "Reply",
    "reply-to": "Reply to {name}: {text}",
    "replying-to": "Replying to {name}: {text}",
    "answer-to": "to {name}: {text}",
    "drop-reply": "Do not reply",
    "drop-file": "Remove the file",
    download: "Download {name}",
    "only-you": "only you see this",
    "your-turn": "for you",
    connected: "Connected",
    lost: "Connection lost, trying again…",
    waiting: "Connection lost, trying again… Your message will be sent.",
    thinking: "Thinking…",
    challenge: "New game",
    board: "Board",
    hint: "Hint",
    moves: "Moves",
    games: "Games",
    help: "Help",
    "file-too-long": "The file is longer than 64 KiB.",
    "file-not-text": "This is not a text file.",
    "name-empty": "Please type a name with at least one letter.",
    "name-taken": "Somebody here has this name. Please take another one.",
    "bad-frame": "The bot did not understand the page. Please load the page again.",
    count: { one: "{n} here", other: "{n} here" },
  },
  ru: {
    about: "Пять игр на листке в клетку: ходы набирают текстом, играют с другом или с ботом.",
    "your-name": "Ваше имя",
    channel: "Канал",
    "channel-note": "Люди на одном канале видят друг друга. Буквы, цифры, - и _.",
    enter: "Войти",
    skip: "К полю ввода",
    leave: "Сменить имя",
    here: "Сейчас здесь",
    you: "вы",
    bot: "Тетрадка",
    "mention-person": "Обратиться: {name}",
    log: "Сообщения",
    blank: "Чистая страница. Нажмите «Новая игра» внизу или наберите /challenge bot dots 3x3.",
    newest: "Новые сообщения ↓",
    quick: "Быстрые команды",
    message: "Сообщение или ход",
    placeholder: "Ход, слово или /help",
    send: "Отправить",
    attach: "Приложить текстовый файл",
    reply: "Ответить",
    "reply-to": "Ответить {name}: {text}",
    "replying-to": "Ответ {name}: {text}",
    "answer-to": "в ответ {name}: {text}",
    "drop-reply": "Не отвечать",
    "drop-file": "Убрать файл",
    download: "Скачать {name}",
    "only-you": "видите только вы",
    "your-turn": "вам",
    connected: "На связи",
    lost: "Связь потеряна, пробую снова…",
    waiting: "Связь потеряна, пробую снова… Сообщение будет отправлено.",
    thinking: "Думаю…",
    challenge: "Новая игра",
    board: "Доска",
    hint: "Подсказка",
    moves: "Ходы",
    games: "Игры",
    help: "Помощь",
    "file-too-long": "Файл длиннее 64 КиБ.",
    "file-not-text": "Это не текстовый файл.",
    "name-empty": "Напишите имя хотя бы из одной буквы.",
    "name-taken": "Это имя здесь уже занято. Возьмите другое.",
    "bad-frame": "Бот не понял страницу. Загрузите её ещё раз.",
    count: { one: "{n} человек", few: "{n} человека", other: "{n} человек" },
  },
  uk: {
    about: "П’ять ігор на аркуші в клітинку: ходи набирають текстом, грають з другом або з ботом.",
    "your-name": "Ваше ім’я",
    channel: "Канал",
    "channel-note": "Люди на одному каналі бачать одне одного. Літери, цифри, - та _.",
    enter: "Увійти",
    skip: "До поля введення",
    leave: "Змінити ім’я",
    here: "Зараз тут",
    you: "ви",
    bot: "Тетрадка",
    "mention-person": "Звернутися: {name}",
    log: "Повідомлення",
    blank: "Чиста сторінка. Натисніть «Нова гра» внизу або наберіть /challenge bot dots 3x3.",
    newest: "Нові повідомлення ↓",
    quick: "Швидкі команди",
    message: "Повідомлення або хід",
    placeholder: "Хід, слово або /help",
    send: "Надіслати",
    attach: "Додати текстовий файл",
    reply: "Відповісти",
    "reply-to": "Відповісти {name}: {text}",
    "replying-to": "Відповідь {name}: {text}",
    "answer-to": "у відповідь {name}: {text}",
    "drop-reply": "Не відповідати",
    "drop-file": "Прибрати файл",
    download: "Завантажити {name}",
    "only-you": "бачите лише ви",
    "your-turn": "вам",
    connected: "На зв’язку",
    lost: "Зв’язок втрачено, пробую знову…",
    waiting: "Зв’язок втрачено, пробую знову… Повідомлення буде надіслано.",
    thinking: "Думаю…",
    challenge: "Нова гра",
    board: "Дошка",
    hint: "Підказка",
    moves: "Ходи",
    games: "Ігри",
    help: "Допомога",
    "file-too-long": "Файл довший за 64 КіБ.",
    "file-not-text": "Це не текстовий файл.",
    "name-empty": "Напишіть ім’я хоча б з однієї літери.",
    "name-taken": "Це ім’я тут уже зайняте. Візьміть інше.",
    "bad-frame": "Бот не зрозумів сторінку. Завантажте її ще раз.",
    count: { one: "{n} людина", few: "{n} людини", many: "{n} людей", other: "{n} людини" },
  },
};

const spoken = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => tag in WORDS);
const language = spoken ?? "en";

// What the bot is told: a language that it has no words for leaves the choice to the channel.
export const reader = spoken ?? navigator.language;

function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (_, key) => fields[key]);
}

export function word(key, fields = {}) {
  return fill(WORDS[language][key] ?? WORDS.en[key] ?? key, fields);
}

export function counted(n) {
  const forms = WORDS[language].count;
  return fill(forms[new Intl.PluralRules(language).select(n)] ?? forms.other, { n });
}

// Writes the words into every element that asks for one.
export function translate(root) {
  root.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of root.querySelectorAll("[data-label]")) element.ariaLabel = word(element.dataset.label);
  for (const element of root.querySelectorAll("[data-title]")) element.title = word(element.dataset.title);
  for (const element of root.querySelectorAll("[data-placeholder]")) {
    element.placeholder = word(element.dataset.placeholder);
  }
}
