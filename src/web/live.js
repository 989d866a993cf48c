/* The score sheet that is being typed: what it says of it comes from a worker (worker.js), never later than TIME_MOST. */
(() => {
  const {make, $, now, nameOf, namesOf, copy} = Player;
  const WORDS = {
    en: {
      sheet: 'Text', game: 'Board', variant: 'Variant', any: 'as the text says', open: 'Open…', sample: 'Example', copyShort: 'Copy PGN', copy: 'Copy the PGN of all games',
      text: 'Score sheet', prompt: 'Paste or type a score sheet: a game of Doppia Mossa, Dynamo, Progressive, O/R…',
      which: 'Game', findings: 'Findings', severity: {error: 'error', warning: 'warning', note: 'note'},
      counts: {error: n => n + (n === 1 ? ' error' : ' errors'), warning: n => n + (n === 1 ? ' warning' : ' warnings'), note: n => n + (n === 1 ? ' note' : ' notes')},
      games: n => n === 0 ? 'no game' : n === 1 ? '1 game' : n + ' games', sound: 'nothing to remark', seeking: 'looking for corrections…',
      late: 'Checking takes too long; the rest of the page still works.', large: 'The text is too large for this page.',
      replace: (a, b) => `replace “${a}” by “${b}”`, insert: b => `insert “${b}”`, remove: a => `take “${a}” away`, line: 'line',
      unread: 'This browser lacks WebAssembly or DecompressionStream.',
      welcome: ['Paste or type a score sheet, a listing of a magazine or PGN, with Italian or English letters. Each game is replayed under the rules of its variant while you type: what cannot be played is underlined, with the rule and the likely correction; here you play the games through and copy them as PGN.',
        'The text stays in this browser: the page works without a network and sends nothing.'],
    },
    it: {
      sheet: 'Testo', game: 'Scacchiera', variant: 'Variante', any: 'quella del testo', open: 'Apri…', sample: 'Esempio', copyShort: 'Copia PGN', copy: 'Copia il PGN di tutte le partite',
      text: 'Formulario', prompt: 'Incollare o scrivere un formulario: una partita di Doppia Mossa, Dynamo, Progressivi, O/R…',
      which: 'Partita', findings: 'Osservazioni', severity: {error: 'errore', warning: 'avviso', note: 'nota'},
      counts: {error: n => n + (n === 1 ? ' errore' : ' errori'), warning: n => n + (n === 1 ? ' avviso' : ' avvisi'), note: n => n + (n === 1 ? ' nota' : ' note')},
      games: n => n === 0 ? 'nessuna partita' : n === 1 ? '1 partita' : n + ' partite', sound: 'niente da osservare', seeking: 'cerco correzioni…',
      late: 'Il controllo dura troppo; il resto della pagina funziona.', large: 'Il testo è troppo lungo per questa pagina.',
      replace: (a, b) => `sostituire “${a}” con “${b}”`, insert: b => `inserire “${b}”`, remove: a => `togliere “${a}”`, line: 'riga',
      unread: 'A questo browser manca WebAssembly o DecompressionStream.',
      welcome: ['Incollare o scrivere un formulario, le partite di una rivista o un PGN, con lettere italiane o inglesi. Ogni partita è rigiocata con le regole della sua variante mentre si scrive: ciò che non si può giocare è sottolineato, con la regola e la correzione probabile; qui si rigiocano le partite e si copiano in PGN.',
        'Il testo resta in questo browser: la pagina funziona senza rete e non spedisce niente.'],
    },
  };
  const words = () => WORDS[now.language];
  const DEBOUNCE = 150, BUSY_MOST = 400, TIME_MOST = 10000; // milliseconds; BUSY_MOST: where another text waits
  const UNDO_MOST = 10000; // characters
  const KEEP = 'aise-sheet'; // the text outlives the page

  const field = $('text'), under = $('under');
  let variants = [];
  let games = [], findings = []; // of the last answer
  let shown = ''; // the text they belong to
  let said = ''; // what the summary says beside its counts: a key of WORDS

  /* ---- places in the text: lines and columns from 1, characters, as findings count ---- */

  function lineStarts(text) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }

  /* Index of the character that many characters on. */
  function ahead(text, at, characters) {
    for (; characters > 0 && at < text.length; characters--) at += text.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  }

  function spanOf(text, starts, {line, column, length}) {
    if (line < 1 || line > starts.length) return [0, 0];
    const from = ahead(text, starts[line - 1], column - 1);
    return [from, ahead(text, from, length)];
  }

  /* ---- the underlines: the same text below the field, transparent ---- */

  function underline() {
    const text = field.value, parts = [];
    let at = 0;
    for (const {severity, span: [from, to]} of findings.filter(one => one.span[1] > one.span[0]).sort((a, b) => a.span[0] - b.span[0])) {
      if (from < at) continue;
      parts.push(text.slice(at, from), make('mark', {class: severity}, text.slice(from, to)));
      at = to;
    }
    under.replaceChildren(...parts, text.slice(at) + '\n');
  }

  /* After typing, until the answer comes: what stands behind the change moves along, what it touches is gone. */
  function shift(before, after) {
    let head = 0, tail = 0;
    const least = Math.min(before.length, after.length);
    while (head < least && before[head] === after[head]) head++;
    while (tail < least - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
    const end = before.length - tail, by = after.length - before.length;
    for (const one of findings) {
      if (one.span[0] >= end) one.span = [one.span[0] + by, one.span[1] + by];
      else if (one.span[1] > head) one.span = [0, 0];
    }
  }

  /* ---- the worker ---- */

  let worker = null, bytes = null;
  let asked = null; // what the worker is at
  let waiting = null; // what it shall be asked next
  let number = 0, alarm = 0, pause = 0;

  function startWorker() {
    const source = new Blob([$('worker').textContent], {type: 'text/javascript'});
    const url = URL.createObjectURL(source);
    const policy = window.trustedTypes ? trustedTypes.createPolicy('aise', {createScriptURL: () => url}) : null;
    startWorker = () => {
      worker = new Worker(policy ? policy.createScriptURL('') : url);
      worker.onmessage = ({data}) => data.variants ? fillVariants(data.variants) : take(data);
      worker.postMessage({bytes});
    };
    startWorker();
  }

  function giveUp() {
    worker.terminate();
    startWorker();
    const late = asked;
    asked = null;
    if (waiting) send(waiting);
    else settle(late.repair ? '' : 'late'); // what is wrong was known before corrections were looked for
  }

  function settle(what) {
    say(what);
    document.body.dataset.settled = 'true'; // for whoever waits for the answer
  }

  function send(question) {
    waiting = null;
    asked = Object.assign(question, {number: ++number, since: performance.now()});
    worker.postMessage(asked);
    clearTimeout(alarm);
    alarm = setTimeout(giveUp, TIME_MOST);
  }

  function ask(question) {
    if (!worker) return;
    if (!asked) return send(question);
    waiting = question;
    clearTimeout(alarm);
    alarm = setTimeout(giveUp, Math.max(0, BUSY_MOST - (performance.now() - asked.since)));
  }

  const question = repair => ({text: field.value, variant: Number($('variant').value || -1), italian: now.language === 'it', repair});

  function take(data) {
    if (!asked || data.number !== asked.number) return;
    const {text, repair} = asked;
    clearTimeout(alarm);
    asked = null;
    if (waiting) return send(waiting);
    if (text !== field.value) return; // more was typed: it will be asked
    if (!data.failed) show(text, data.answer);
    const seek = !data.failed && !repair && games.some(game => game.status === 'damaged');
    if (!seek) return settle(data.failed ? 'large' : '');
    say('seeking');
    ask(question(true));
  }

  /* ---- the answer ---- */

  function show(text, answer) {
    const starts = lineStarts(text), list = [], found = [];
    for (const line of answer.split('\n')) {
      const cut = line.indexOf(' '), rest = line.slice(cut + 1);
      if (line[0] === 'G') list.push(Object.assign(JSON.parse(rest), {line: Number(line.slice(1, cut))}));
      else if (line[0] === 'B') list[list.length - 1].text = () => rest;
      else if (line[0] === 'F') found.push(JSON.parse(rest));
    }
    for (const one of found) {
      one.span = spanOf(text, starts, one);
      for (const fix of one.fixes || []) fix.span = spanOf(text, starts, fix);
    }
    const stay = now.ply < Player.plies() ? now.ply : Infinity; // at the end one stays at the end
    findings = found;
    games = list;
    shown = text;
    underline();
    showFindings();
    showGames(stay);
  }

  function fixButton(fix) {
    const old = shown.slice(...fix.span), say = old === '' ? words().insert(fix.text) : fix.text === '' ? words().remove(old) : words().replace(old, fix.text);
    const button = make('button', {type: 'button', 'aria-label': say + ', ' + words().line + ' ' + fix.line, title: say},
      old ? make('del', {}, old) : null, old && fix.text ? ' ' : null, fix.text ? make('ins', {}, fix.text) : null);
    button.addEventListener('click', () => put(fix));
    return button;
  }

  function findingItem(one) {
    const place = make('button', {type: 'button', class: 'place', 'aria-label': words().line + ' ' + one.line + ', ' + one.column}, one.line + ':' + one.column);
    place.addEventListener('click', () => select(one.span));
    return make('li', {class: one.severity}, place, ' ', make('span', {class: 'severity'}, words().severity[one.severity]), ' ', make('span', {class: 'message'}, one.message), ' ',
      make('span', {class: 'code'}, '[' + one.code + ']'), one.hint ? make('span', {class: 'hint'}, one.hint) : null,
      one.fixes ? make('div', {class: 'fixes'}, ...one.fixes.map(fixButton)) : null);
  }

  function showFindings() {
    $('findings').replaceChildren(...findings.map(findingItem));
    say(said);
  }

  function say(what) {
    said = what;
    const counts = ['error', 'warning', 'note'].map(kind => [kind, findings.filter(one => one.severity === kind).length]).filter(([, n]) => n);
    const parts = [words().games(games.length), ...counts.map(([kind, n]) => words().counts[kind](n))];
    if (games.length && !counts.length) parts.push(words().sound);
    if (what) parts.push(words()[what]);
    $('summary').textContent = field.value.trim() || what ? parts.join(', ') : '';
  }

  /* ---- the game that is shown: the one in which the caret stands ---- */

  function gameAtCaret() {
    const line = lineStarts(field.value.slice(0, field.selectionStart)).length;
    return Math.max(0, games.findLastIndex(game => game.line <= line));
  }

  function showGames(ply) {
    const game = gameAtCaret(), same = game === now.game;
    $('game').hidden = !games.length;
    $('welcome').hidden = games.length > 0;
    $('chooser').hidden = games.length < 2;
    $('which').replaceChildren(...games.map((one, i) => make('option', {value: i}, (i + 1) + '. ' + namesOf(one).join(' '))));
    Player.renew(games, Math.min(game, Math.max(0, games.length - 1)), same ? ply : Infinity);
  }

  /* ---- going about ---- */

  function select([from, to]) {
    openTab(true);
    field.focus();
    field.setSelectionRange(from, to);
    reveal(from);
  }

  /* Scrolls to a character: where it stands, the text below the field knows. */
  function reveal(at) {
    const texts = document.createTreeWalker(under, NodeFilter.SHOW_TEXT), paper = field.parentElement, range = document.createRange();
    let node = texts.nextNode();
    for (; node && at >= node.length; node = texts.nextNode()) at -= node.length;
    if (!node) return;
    range.setStart(node, at);
    range.setEnd(node, at);
    const top = range.getBoundingClientRect().top - paper.getBoundingClientRect().top;
    if (top < 20 || top > paper.clientHeight - 60) paper.scrollTop += top - paper.clientHeight / 2;
  }

  /* As if typed, so that it can be undone. */
  function put(fix) {
    field.focus({preventScroll: true});
    field.setSelectionRange(...fix.span);
    const done = fix.text ? document.execCommand('insertText', false, fix.text) : fix.span[0] === fix.span[1] || document.execCommand('delete');
    if (!done) {
      field.setRangeText(fix.text, ...fix.span, 'end');
      typed();
    }
    clearTimeout(pause);
    ask(question(false));
  }

  function replaceText(text) {
    field.focus({preventScroll: true});
    field.select();
    /* Chromium needs half a minute to insert a thousand lines so. */
    if (text.length > UNDO_MOST || !document.execCommand('insertText', false, text)) field.value = text;
    field.setSelectionRange(0, 0);
    field.parentElement.scrollTop = 0;
    typed();
  }

  let last = '';
  function typed() {
    shift(last, field.value);
    last = field.value;
    underline();
    delete document.body.dataset.settled;
    clearTimeout(pause);
    pause = setTimeout(() => ask(question(false)), DEBOUNCE);
    try { localStorage.setItem(KEEP, field.value); } catch { /* then it does not outlive the page */ }
  }

  function openTab(sheet) {
    document.body.classList.toggle('with-sheet', sheet);
    $('to-sheet').setAttribute('aria-pressed', String(sheet));
    $('to-game').setAttribute('aria-pressed', String(!sheet));
  }

  async function readFile(file) {
    const raw = await file.arrayBuffer();
    let text;
    try { text = new TextDecoder('utf-8', {fatal: true}).decode(raw); } catch { text = new TextDecoder('windows-1252').decode(raw); }
    replaceText(text);
  }

  function fillVariants(lines) {
    variants = lines.split('\n').filter(Boolean).map(line => ({en: line.slice(line.indexOf(' ') + 1, line.indexOf('\t')), it: line.slice(line.indexOf('\t') + 1)}));
    speakVariants();
    if (field.value) ask(question(false));
  }

  function speakVariants() {
    const chosen = $('variant').value || '-1';
    $('variant').replaceChildren(make('option', {value: -1}, words().any), ...variants.map((one, i) => make('option', {value: i}, nameOf(one))));
    $('variant').value = chosen;
  }

  function spoken() {
    const put = {'to-sheet': 'sheet', 'to-game': 'game', open: 'open', 'sample-button': 'sample', 'copy-all': 'copyShort'};
    for (const id in put) $(id).textContent = words()[put[id]];
    document.querySelectorAll('[data-word]').forEach(element => { element.textContent = words()[element.dataset.word]; });
    field.placeholder = words().prompt;
    for (const [id, word] of [['text', 'text'], ['which', 'which'], ['findings', 'findings'], ['copy-all', 'copy']]) $(id).setAttribute('aria-label', words()[word]);
    $('copy-all').title = words().copy;
    $('welcome').replaceChildren(...words().welcome.map(text => make('p', {}, text)));
    speakVariants();
    say(said);
    if (shown) ask(question(false));
  }

  field.addEventListener('input', typed);
  $('variant').addEventListener('change', () => ask(question(false)));
  $('open').addEventListener('click', () => $('file').click());
  $('file').addEventListener('change', () => { if ($('file').files[0]) readFile($('file').files[0]); $('file').value = ''; });
  $('sample-button').addEventListener('click', () => replaceText($('sample').textContent.trimStart()));
  $('to-sheet').addEventListener('click', () => openTab(true));
  $('to-game').addEventListener('click', () => openTab(false));
  $('copy-all').addEventListener('click', () => copy(games.filter(game => game.status !== 'empty').map(game => JSON.parse(game.text()).pgn).join(''), document.querySelector('details.pgn pre')));
  $('which').addEventListener('change', () => {
    const game = Number($('which').value), at = lineStarts(field.value)[games[game].line - 1];
    field.setSelectionRange(at, at);
    Player.renew(games, game, 0);
  });
  document.addEventListener('selectionchange', () => {
    if (document.activeElement !== field || field.value !== shown) return;
    const at = field.selectionStart, here = findings.findIndex(one => one.span[0] <= at && at <= one.span[1] && one.span[1] > one.span[0]);
    document.querySelectorAll('#findings [aria-current]').forEach(item => item.removeAttribute('aria-current'));
    if (here >= 0) $('findings').children[here].setAttribute('aria-current', 'true');
    if (games.length > 1 && gameAtCaret() !== now.game) Player.renew(games, gameAtCaret(), Infinity);
  });

  async function unpack() {
    const packed = Uint8Array.from(atob($('module').textContent), sign => sign.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  }

  now.language = /^it\b/.test(navigator.language || '') ? 'it' : 'en';
  try { field.value = last = localStorage.getItem(KEEP) || ''; } catch { /* a new page then */ }
  Player.start([], {spoken, shown: game => { $('which').value = game; }, remarks: false});
  underline();
  unpack().then(raw => {
    bytes = raw;
    startWorker();
  }, () => { $('summary').textContent = words().unread; });
})();
