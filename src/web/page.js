/* The games that stand in this page, and the list of them. */
(() => {
  const {make, $, address, now, words, nameOf, namesOf, known} = Player;
  const games = Array.from(document.querySelectorAll('script.game'), element => {
    const cut = element.textContent.indexOf('\n');
    return Object.assign(JSON.parse(element.textContent.slice(0, cut)), {text: () => element.textContent.slice(cut + 1)});
  });

  const plain = text => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

  function fillSelect(select, entries) {
    const chosen = select.value;
    select.replaceChildren(make('option', {value: ''}, words().all), ...entries.map(([value, text]) => make('option', {value}, text)));
    select.value = entries.some(([value]) => value === chosen) ? chosen : '';
  }

  function showList() {
    const variants = new Map(games.map(game => [game.variant, nameOf(game)]));
    const results = [...new Set(games.map(game => game.result))].sort();
    fillSelect($('by-variant'), [...variants]);
    fillSelect($('by-result'), results.map(result => [result, result.replace('1/2-1/2', '½-½')]));
    $('games').replaceChildren(...games.map((game, i) => make('li', {}, make('a', {href: address(i, 0), 'data-game': i},
      make('span', {class: 'names'}, namesOf(game).join(' ')), make('span', {class: 'score-line'}, game.result.replace('1/2-1/2', '½-½')),
      make('span', {class: 'from'}, known(game.event) ? game.event + ' · ' : '', make('span', {class: 'variant'}, nameOf(game)))))));
    filter();
  }

  function filter() {
    const player = plain($('by-player').value.trim()), variant = $('by-variant').value, result = $('by-result').value;
    let shown = 0;
    Array.from($('games').children).forEach((item, i) => {
      const game = games[i];
      const fits = (!player || plain(game.white + '\n' + game.black).includes(player)) && (!variant || game.variant === variant) && (!result || game.result === result);
      item.hidden = !fits;
      shown += fits;
    });
    $('count').textContent = words().count(shown, games.length);
  }

  function openList(open) {
    document.body.classList.toggle('with-list', open);
    $('open-list').setAttribute('aria-expanded', String(open));
    $('open-list').textContent = words()[open ? 'game' : 'games'];
  }

  function mark(game) {
    document.querySelectorAll('#games a').forEach(link => Number(link.dataset.game) === game ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current'));
  }

  function spoken() {
    document.querySelectorAll('[data-word]').forEach(element => { element.textContent = words()[element.dataset.word]; });
    $('list').setAttribute('aria-label', words().list);
    openList(document.body.classList.contains('with-list'));
    showList();
  }

  $('open-list').addEventListener('click', () => {
    openList(!document.body.classList.contains('with-list'));
    if (document.body.classList.contains('with-list')) scrollTo(0, 0);
  });
  $('games').addEventListener('click', event => { if (event.target.closest('a')) openList(false); });
  $('filter').addEventListener('input', filter);
  $('filter').addEventListener('submit', event => event.preventDefault());

  if (games.length === 0) {
    $('game').textContent = words().empty;
    return;
  }
  $('open-list').hidden = games.length === 1;
  document.body.classList.toggle('many', games.length > 1);
  Player.start(games, {spoken, shown: mark, remarks: true});
  if (games.length > 1 && !location.hash) openList(true);
})();
