/* Plays games through. It knows no rules: every position, arrow and text comes ready as JSON. Text reaches the page only
   as text nodes and attributes, never as markup. */
'use strict';
const Player = (() => {
  const WORDS = {
    en: {
      other: 'Italiano', games: 'Games', game: 'Game', player: 'Player', variant: 'Variant', result: 'Result', all: 'all',
      first: 'To the start (Home)', back: 'One ply back (←)', on: 'One ply on (→)', last: 'To the end (End)',
      flip: 'Turn the board (F)', link: 'Copy a link to this position', toolbar: 'Play the game through',
      list: 'List of games', score: 'Moves and notes', board: 'Board.', start: 'Start position', due: {w: 'White to move', b: 'Black to move'},
      side: {w: 'White', b: 'Black'}, left: n => n === 1 ? '1 ply left' : n + ' plies left', count: (n, of) => n === of ? of + (of === 1 ? ' game' : ' games') : n + ' of ' + of + ' games',
      men: {k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn'}, over: 'overloaded',
      expelled: 'expelled', gone: 'leaves the board', overloads: 'overloaded:', restores: 'restored:', nobody: 'no men',
      pgn: 'PGN', listing: 'Listing', copy: 'Copy', copied: 'Copied', refused: 'Select and copy by hand',
      unparsed: 'Not replayed', findings: 'Remarks on the text', line: 'line', empty: 'No moves', draw: 'draw',
      end: {resigns: 'resigns', agreed: 'draw agreed', adjudicated: 'adjudicated', time: 'on time', forfeit: 'by forfeit'},
    },
    it: {
      other: 'English', games: 'Partite', game: 'Partita', player: 'Giocatore', variant: 'Variante', result: 'Risultato', all: 'tutti',
      first: 'All’inizio (Home)', back: 'Una semimossa indietro (←)', on: 'Una semimossa avanti (→)', last: 'Alla fine (Fine)',
      flip: 'Gira la scacchiera (F)', link: 'Copia il collegamento a questa posizione', toolbar: 'Rigioca la partita',
      list: 'Elenco delle partite', score: 'Mosse e note', board: 'Scacchiera.', start: 'Posizione iniziale', due: {w: 'il Bianco muove', b: 'il Nero muove'},
      side: {w: 'Bianco', b: 'Nero'}, left: n => n === 1 ? 'resta 1 semimossa' : 'restano ' + n + ' semimosse', count: (n, of) => n === of ? of + (of === 1 ? ' partita' : ' partite') : n + ' partite su ' + of,
      men: {k: 're', q: 'donna', r: 'torre', b: 'alfiere', n: 'cavallo', p: 'pedone'}, over: 'esautorato',
      expelled: 'espulso', gone: 'esce dalla scacchiera', overloads: 'esautorati:', restores: 'reintegrati:', nobody: 'nessun pezzo',
      pgn: 'PGN', listing: 'Formulario', copy: 'Copia', copied: 'Copiato', refused: 'Selezionare e copiare a mano',
      unparsed: 'Non rigiocato', findings: 'Osservazioni sul testo', line: 'riga', empty: 'Senza mosse', draw: 'patta',
      end: {resigns: 'abbandona', agreed: 'patta d’accordo', adjudicated: 'aggiudicata', time: 'per il tempo', forfeit: 'per forfait'},
    },
  };
  const MARKS = ['', '!', '?', '!!', '??', '!?', '?!'];
  const SVG = 'http://www.w3.org/2000/svg';
  const $ = id => document.getElementById(id);

  /* An element: attributes, then children (strings become text). */
  function make(name, attributes, ...children) {
    const [tag, space] = name.startsWith('svg:') ? [name.slice(4), SVG] : [name, 'http://www.w3.org/1999/xhtml'];
    const element = document.createElementNS(space, tag);
    for (const key in attributes) if (attributes[key] !== undefined && attributes[key] !== false) element.setAttribute(key, attributes[key]);
    element.append(...children.filter(child => child !== null && child !== undefined));
    return element;
  }

  let games = []; // each with its head's keys and `text`, the JSON of its body
  let hooks = {}; // spoken(): the language has changed; shown(game): another game is shown; remarks: findings beside the score
  const now = {game: 0, ply: 0, line: null, step: 0, flipped: false, language: document.documentElement.lang === 'it' ? 'it' : 'en'};
  let body = null; // of the game shown
  let links = []; // its plies in the score
  const words = () => WORDS[now.language];

  /* The variant's name: PGN's, or the title line of a listing in small letters. */
  const nameOf = game => now.language === 'en' ? game.en : game.it.includes('/') ? game.it : game.it[0] + game.it.slice(1).toLowerCase();

  const known = name => name && !/^\?+$/.test(name);
  const namesOf = game => known(game.white) || known(game.black) ? [game.white, '–', game.black] : [words().game + ' ' + game.number];

  function bodyOf(game) {
    if (!game.body) game.body = JSON.parse(game.text());
    return game.body;
  }

  /* ---- the address: #g=2&p=14 ---- */

  function readAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const game = games.findIndex(one => one.number === Number(wanted.get('g')));
    now.game = Math.max(game, 0);
    now.ply = Math.max(0, Math.floor(Number(wanted.get('p'))) || 0);
  }
  const address = (game, ply) => '#g=' + games[game].number + '&p=' + ply;

  /* ---- the board ---- */

  const FILES = 'abcdefgh';
  const squareAt = (column, row) => FILES[column] + (8 - row);
  const placeX = square => FILES.indexOf(square[0]) * 100;
  const placeY = square => (8 - Number(square[1])) * 100;
  const turned = square => now.flipped ? [700 - placeX(square), 700 - placeY(square)] : [placeX(square), placeY(square)];
  const turnedPoint = (x, y) => now.flipped ? [800 - x, 800 - y] : [x, y];

  /* Men by square from the first field of a FEN. */
  function menOf(fen) {
    const men = [];
    fen.split('/').forEach((rank, row) => {
      let column = 0;
      for (const sign of rank) {
        if (sign >= '1' && sign <= '8') column += Number(sign);
        else men.push([squareAt(column++, row), sign]);
      }
    });
    return men;
  }
  const sideOf = sign => sign < 'a' ? 'w' : 'b';

  function drawSquares(place) {
    const group = make('svg:g', {});
    for (let row = 0; row < 8; row++)
      for (let column = 0; column < 8; column++)
        group.append(make('svg:rect', {class: (row + column) % 2 ? 'dark' : 'light', x: column * 100, y: row * 100, width: 100, height: 100}));
    for (const square of place.touched || []) {
      const [x, y] = turned(square);
      group.append(make('svg:rect', {class: 'touched', x, y, width: 100, height: 100}));
    }
    group.append(make('svg:rect', {class: 'edge', x: -2, y: -2, width: 804, height: 804}));
    const texts = make('svg:g', {class: 'coordinates'});
    for (let i = 0; i < 8; i++) {
      const at = now.flipped ? 7 - i : i;
      texts.append(make('svg:text', {x: at * 100 + 50, y: 829}, FILES[i]), make('svg:text', {x: -20, y: (7 - at) * 100 + 59}, String(i + 1)));
    }
    group.append(texts);
    return group;
  }

  function drawMen(place) {
    const group = make('svg:g', {id: 'men'});
    const over = new Set(place.overloaded);
    for (const [square, sign] of menOf(place.fen)) {
      const [x, y] = turned(square);
      group.append(make('svg:use', {href: '#man-' + sign.toLowerCase(), class: 'man ' + sideOf(sign) + (over.has(square) ? ' over' : ''), x, y, width: 100, height: 100, 'data-square': square, 'data-man': sign}));
      if (over.has(square)) group.append(make('svg:path', {class: 'parens', d: `M${x + 18} ${y + 8}q-22 42 0 84M${x + 82} ${y + 8}q22 42 0 84`}));
    }
    return group;
  }

  function drawPly(place) {
    const group = make('svg:g', {id: 'strokes'});
    const ring = (square, name) => {
      const [x, y] = turned(square);
      group.append(make('svg:circle', {class: name, cx: x + 50, cy: y + 50, r: 45}));
    };
    for (const square of place.captured || []) {
      const [x, y] = turned(square);
      group.append(make('svg:path', {class: 'captured', d: `M${x} ${y}h22l-22 22zM${x + 100} ${y}h-22l22 22zM${x} ${y + 100}h22l-22 -22zM${x + 100} ${y + 100}h-22l22 -22z`}));
    }
    (place.restores || []).forEach(square => ring(square, 'restored'));
    (place.held || []).forEach(square => ring(square, 'held'));
    for (const [kind, ...ends] of place.strokes || []) {
      const [x1, y1] = turnedPoint(ends[0], ends[1]), [x2, y2] = turnedPoint(ends[2], ends[3]);
      group.append(make('svg:line', {class: 'stroke ' + kind, x1, y1, x2, y2, 'marker-end': 'url(#head-' + kind + ')'}));
    }
    for (const [sign, how, ...at] of place.off || []) {
      const [x, y] = turnedPoint(at[0], at[1]);
      group.append(make('svg:circle', {class: 'badge ' + how, cx: x, cy: y, r: 32, 'data-off': sign}));
      group.append(make('svg:use', {href: '#man-' + sign.toLowerCase(), class: sideOf(sign), transform: `translate(${x - 25} ${y - 26}) scale(.5)`}));
      if (how === 'expelled') group.append(make('svg:path', {class: 'slash', d: `M${x - 22} ${y + 22}l44 -44`}));
    }
    return group;
  }

  /* The position in words. */
  function describe(place) {
    const over = new Set(place.overloaded), men = menOf(place.fen);
    const part = side => words().side[side] + ': ' + (men.filter(([, sign]) => sideOf(sign) === side)
      .sort((a, b) => 'kqrbnp'.indexOf(a[1].toLowerCase()) - 'kqrbnp'.indexOf(b[1].toLowerCase()))
      .map(([square, sign]) => words().men[sign.toLowerCase()] + ' ' + square + (over.has(square) ? ' (' + words().over + ')' : '')).join(', ') || words().nobody);
    return words().board + ' ' + part('w') + '. ' + part('b') + '.';
  }

  function captionOf(place) {
    const parts = [];
    for (const [sign, how] of place.off || []) parts.push(words().men[sign.toLowerCase()] + ' ' + words()[how === 'expelled' ? 'expelled' : 'gone']);
    if (place.overloads) parts.push(words().overloads + ' ' + place.overloads.join(', '));
    if (place.restores) parts.push(words().restores + ' ' + place.restores.join(', '));
    const over = !now.line && now.ply === body.plies.length && games[now.game].status === 'ok' && games[now.game].result !== '*';
    parts.push(over ? games[now.game].result + (body.end ? ', ' + words().end[body.end] : '') : place.due ? words().due[place.due] + (place.left ? ', ' + words().left(place.left) : '') : '');
    return parts.filter(Boolean).join(' · ');
  }

  const placeNow = () => now.line ? now.line.plies[now.step] : now.ply === 0 ? body.start : body.plies[now.ply - 1];
  const plyText = ply => ply[now.language] + (ply.nags || []).map(nag => MARKS[nag] || '').join('');

  function showPlace() {
    const place = placeNow(), board = $('board');
    board.replaceChildren(drawSquares(place), drawMen(place), drawPly(place));
    board.setAttribute('aria-label', describe(place));
    board.dataset.game = games[now.game].number;
    board.dataset.ply = now.ply;
    const caption = $('caption');
    caption.replaceChildren(make('span', {class: 'ply'}, !now.line && now.ply === 0 ? words().start : place.number + ' ' + plyText(place)), ' ', make('span', {class: 'due'}, captionOf(place)));
    $('first').disabled = $('back').disabled = !now.line && now.ply === 0;
    $('last').disabled = $('on').disabled = now.line ? now.step + 1 === now.line.plies.length : now.ply === body.plies.length;
    document.querySelectorAll('#score [aria-current]').forEach(link => link.removeAttribute('aria-current'));
    const current = now.line ? now.line.links[now.step] : links[now.ply - 1];
    if (current) current.setAttribute('aria-current', 'step');
    showLink(current);
  }

  /* Brings the ply into sight: in the score's own window, or on a phone below or beside the board. */
  function showLink(link) {
    const score = $('score');
    const own = getComputedStyle(score).overflowY === 'auto', play = document.querySelector('.play').getBoundingClientRect();
    const top = own ? score.getBoundingClientRect().top : play.right <= score.getBoundingClientRect().left ? 0 : play.bottom;
    const bottom = own ? score.getBoundingClientRect().bottom : innerHeight;
    const scroller = own ? score : document.scrollingElement;
    if (!link) {
      if (own) scroller.scrollTop = 0;
      return;
    }
    const box = link.getBoundingClientRect(), margin = 24;
    if (box.top < top + margin) scroller.scrollTop -= top + margin - box.top;
    else if (box.bottom > bottom - margin) scroller.scrollTop += box.bottom - bottom + margin * 2;
  }

  /* ---- the score ---- */

  /* `home`: plies of the game before the note; a variation that can be played is made of buttons. */
  function note([kind, text, plies], home, name) {
    const paragraph = make('p', {class: 'note ' + kind + (name ? ' ' + name : '')}, plies ? '(' : text);
    if (!plies) return paragraph;
    const line = {home, plies, links: []};
    plies.forEach((ply, i) => {
      const before = plies[i - 1], turn = !before || before.turn !== ply.turn || before.side !== ply.side;
      const link = make('button', {type: 'button', class: 'ply'}, ply[now.language]);
      link.addEventListener('click', () => enter(line, i));
      line.links.push(link);
      paragraph.append(i ? ' ' : '', turn && (ply.side === 'w' || !before || body.numbering !== 'pairs') ? ply.number + '\u00a0' : '', link);
    });
    paragraph.append(')');
    return paragraph;
  }

  function linkOf(ply, i) {
    const link = make('a', {href: address(now.game, i + 1), class: 'ply'}, ply[now.language]);
    const marks = (ply.nags || []).map(nag => MARKS[nag] || ' $' + nag).join('');
    if (marks) link.append(make('span', {class: 'mark'}, marks));
    links.push(link);
    return link;
  }

  /* Rows of turns; a note ends its row, and what follows it starts another. */
  function turns() {
    const rows = [], long = body.numbering === 'series';
    let row = null, half = null;
    body.plies.forEach((ply, i) => {
      const before = body.plies[i - 1];
      const newTurn = !before || before.turn !== ply.turn || before.side !== ply.side;
      if (!row || !before || before.turn !== ply.turn || (long && newTurn)) {
        row = make('div', {class: 'turn' + (long ? ' long' : '')}, make('span', {class: 'number'}, ply.turn + '.'));
        rows.push(row);
        half = null;
        if (!long && ply.side === 'b') row.append(make('span', {class: 'half gap'}, '…'));
      }
      if (!half || newTurn) {
        half = make('span', {class: 'half', 'data-side': ply.side});
        row.append(half);
      } else {
        half.append(make('span', {class: 'joint'}, '\u00a0/ '));
      }
      half.append(linkOf(ply, i));
      for (const one of ply.notes || []) rows.push(note(one, i + 1));
      if (ply.notes && body.plies[i + 1] && body.plies[i + 1].turn === ply.turn) {
        row = make('div', {class: 'turn' + (long ? ' long' : '')}, make('span', {class: 'number'}, ply.turn + '.'));
        if (!long && body.plies[i + 1].side === 'b') row.append(make('span', {class: 'half gap'}, '…'));
        rows.push(row);
        half = null;
      }
    });
    return make('div', {class: 'moves'}, ...rows);
  }

  function ending() {
    const game = games[now.game];
    const how = body.end ? make('span', {class: 'how'}, ' ' + words().end[body.end]) : null;
    return game.result === '*' && !how ? null : make('p', {class: 'ending'}, game.result === '*' ? '' : game.result.replace('1/2-1/2', '½-½'), how);
  }

  function findings() {
    const items = body.findings.map(one => make('li', {class: one.severity}, one[now.language] + ' ', make('span', {class: 'code'}, '[' + one.code + ', ' + words().line + ' ' + one.line + ']')));
    return [make('h2', {}, words().findings), make('ul', {class: 'findings'}, ...items)];
  }

  function copyable(word, text) {
    const pre = make('pre', {tabindex: 0, 'aria-label': words()[word]}, text);
    const button = make('button', {type: 'button', class: 'copy'}, words().copy);
    button.addEventListener('click', () => copy(text, pre));
    const before = $('score').querySelector('details.' + word); // stays open from game to game
    return make('details', {class: word, open: Boolean(before && before.open) && ''}, make('summary', {}, words()[word]), button, pre);
  }

  function showGame() {
    const game = games[now.game];
    body = bodyOf(game);
    links = [];
    now.line = null;
    now.ply = Math.min(now.ply, body.plies.length);
    $('players').replaceChildren(namesOf(game).join(' '));
    const where = [game.event, game.date].map(text => text.replace(/\.\?\?/g, '')).filter(known);
    if (where.length === 2 && where[0].endsWith(where[1])) where.pop();
    $('occasion').replaceChildren(where.join(', '), where.length ? ' · ' : '', make('span', {class: 'variant'}, nameOf(game)), ' · ', game.result.replace('1/2-1/2', '½-½'));
    const score = $('score'), annotator = body.tags.find(tag => tag[0] === 'Annotator');
    score.replaceChildren(
      ...(annotator ? [make('p', {class: 'note opening annotator'}, annotator[1])] : []),
      ...(body.notes || []).map(one => note(one, 0, 'opening')),
      ...(body.plies.length ? [turns()] : [make('p', {class: 'note opening annotator'}, words().empty)]),
      ending() || '',
      ...(body.unparsed ? [make('h2', {}, words().unparsed), make('p', {class: 'unparsed'}, body.unparsed)] : []),
      ...(body.findings && hooks.remarks ? findings() : []),
      make('div', {class: 'texts'}, copyable('pgn', body.pgn), copyable('listing', body.listing)));
    hooks.shown(now.game);
    showPlace();
  }

  /* ---- copying ---- */

  let fading = 0;
  function say(text) {
    $('said').textContent = text;
    clearTimeout(fading);
    fading = setTimeout(() => { $('said').textContent = ''; }, 2500);
  }

  function copy(text, source) {
    const done = () => say(words().copied);
    const byHand = () => {
      const field = make('textarea', {class: 'drawings', readonly: ''});
      field.value = text;
      document.body.append(field);
      field.select();
      const copied = document.execCommand('copy');
      field.remove();
      if (copied) return done();
      if (source) getSelection().selectAllChildren(source);
      say(source ? words().refused : text);
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
    else byHand();
  }

  /* ---- going about ---- */

  let noting = 0; // browsers refuse an address that changes too fast
  function go(ply) {
    if (!body) return;
    ply = Math.max(0, Math.min(ply, body.plies.length));
    if (ply === now.ply && !now.line) return;
    now.line = null;
    now.ply = ply;
    showPlace();
    clearTimeout(noting);
    noting = setTimeout(() => history.replaceState(null, '', address(now.game, now.ply)), 200);
  }

  function enter(line, step) {
    now.line = line;
    now.ply = line.home;
    now.step = step;
    showPlace();
  }

  /* One ply on or back; before the first of a variation stands the game. */
  function step(by) {
    if (!now.line) return go(now.ply + by);
    const wanted = now.step + by;
    if (wanted < 0) go(now.ply);
    else if (wanted < now.line.plies.length) enter(now.line, wanted);
  }
  const toEnd = () => now.line ? enter(now.line, now.line.plies.length - 1) : go(Infinity);

  function flip() {
    now.flipped = !now.flipped;
    if (body) showPlace();
  }

  function speak() {
    document.documentElement.lang = now.language;
    $('language').textContent = words().other;
    $('language').lang = now.language === 'it' ? 'en' : 'it';
    for (const id of ['first', 'back', 'on', 'last', 'flip', 'link'].filter($)) {
      $(id).setAttribute('aria-label', words()[id]);
      $(id).title = words()[id];
    }
    document.querySelector('.buttons').setAttribute('aria-label', words().toolbar);
    $('score').setAttribute('aria-label', words().score);
    hooks.spoken();
    if (games.length) showGame();
  }

  const KEYS = {ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: toEnd, f: flip, F: flip};
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA|PRE)$/.test(event.target.tagName) || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  let touch = null; // where a finger came down
  $('frame').addEventListener('touchstart', event => { touch = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null; }, {passive: true});
  $('frame').addEventListener('touchend', event => {
    if (!touch) return;
    const dx = event.changedTouches[0].clientX - touch[0], dy = event.changedTouches[0].clientY - touch[1];
    touch = null;
    if (Math.abs(dx) > 36 && Math.abs(dx) > 1.5 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
  });

  $('first').addEventListener('click', () => go(0));
  $('back').addEventListener('click', () => step(-1));
  $('on').addEventListener('click', () => step(1));
  $('last').addEventListener('click', toEnd);
  $('flip').addEventListener('click', flip);
  if ($('link')) $('link').addEventListener('click', () => copy(location.href.split('#')[0] + address(now.game, now.ply), null));
  $('language').addEventListener('click', () => {
    now.language = now.language === 'it' ? 'en' : 'it';
    speak();
  });
  addEventListener('hashchange', () => {
    const before = now.game;
    clearTimeout(noting);
    readAddress();
    if (before === now.game && body) {
      now.line = null;
      now.ply = Math.min(now.ply, body.plies.length);
      showPlace();
    } else if (games.length) {
      showGame();
    }
  });

  /* Other games in place of these; `ply` of the game shown. */
  function renew(list, game, ply) {
    games = list;
    now.game = game;
    now.ply = ply;
    body = null;
    if (games.length) showGame();
  }

  function start(list, own) {
    hooks = own;
    games = list;
    readAddress();
    speak();
  }

  return {start, renew, make, $, address, copy, say, now, words, nameOf, namesOf, known, plies: () => body ? body.plies.length : 0};
})();
