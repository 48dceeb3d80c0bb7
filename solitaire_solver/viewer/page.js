"use strict";
// Steps through the frames that stand in the page and draws them. No rule of a game is known here:
// a frame says what lies where, which cards came, and which move or are met next.
{
  const element = (id) => document.getElementById(id);
  const table = element("table"), slider = element("slider"), play = element("play");
  const links = [...document.querySelectorAll("#moves a")];
  const last = links.length - 1;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const MARKS = Object.fromEntries([...document.querySelectorAll(".legend span")].map(
    (mark) => [mark.className, mark.textContent],
  ));

  const { unit, frames } = JSON.parse(element("frames").textContent);
  const cardsOf = (text) => text.match(/../g) ?? [];
  const frameAt = (number) => {
    const [rows, stock, discard, changed, mover, target] = frames[number];
    return {
      rows: rows.split("/").map((row) => row.replace("*", "").split(" ").filter(Boolean).map(cardsOf)),
      nextRow: rows.split("/").findIndex((row) => row.startsWith("*")),
      stock,
      discard: cardsOf(discard),
      changed: cardsOf(changed), mover: cardsOf(mover), target: cardsOf(target),
    };
  };
  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  // --- Drawing -----------------------------------------------------------------------------------

  const SVG = "http://www.w3.org/2000/svg";

  function make(tag, attributes, ...children) {
    const made = tag === "svg" || tag === "use"
      ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const name in attributes) made.setAttribute(name, attributes[name]);
    made.append(...children);
    return made;
  }

  const picture = (id, label) => make(
    "svg", { viewBox: "0 0 40 56", role: "img", "aria-label": label },
    make("use", { href: "#blank" }), make("use", { href: `#${id}` }),
  );

  function pile(cards, marks) {
    const top = cards.at(-1);
    const kinds = Object.keys(MARKS).filter((kind) => marks[kind]?.includes(top));
    const words = [element(top).dataset.name];
    if (cards.length > 1) words.push(`pile of ${cards.length}`);
    words.push(...kinds.map((kind) => MARKS[kind]));
    if (cards.length > 1) kinds.push(cards.length > 2 ? "deeper" : "deep");
    const item = make(
      "li", { "data-pile": cards.join(""), class: kinds.join(" ") }, picture(top, words.join(", ")),
    );
    if (cards.length > 1) {
      item.append(make("span", { class: "depth", "aria-hidden": "true" }, `${cards.length}`));
    }
    return item;
  }

  function heap(kind, title, items, note = "") {
    return make(
      "div", { class: kind, role: "group", "aria-label": note ? `${title}, ${note}` : title },
      make("h2", {}, title, ...(note ? [" ", make("span", {}, note)] : [])), make("ol", {}, ...items),
    );
  }

  function draw(frame, before) {
    const empty = () => make("li", { class: "empty" }, make("span", { role: "img", "aria-label": "empty" }));
    const rows = frame.rows.map((row) => row.length ? row.map((cards) => pile(cards, frame)) : [empty()]);
    const shown = rows.length === 1
      ? [heap("row", count(frame.rows[0].length, unit), rows[0])]
      : rows.map((row, number) => heap(
        "row rows", `Row ${number + 1}`, row, number === frame.nextRow ? "next card" : "",
      ));
    if (frame.stock) {
      const back = picture("back", `${count(frame.stock, "card")}, face down`);
      shown.push(heap("stock", `Stock: ${frame.stock}`, [make("li", {}, back)]));
    }
    if (frame.discard.length) {
      const marks = { changed: frame.discard.filter((card) => !before.discard.includes(card)) };
      const gone = frame.discard.map((card) => pile([card], marks));
      shown.push(heap("discard", `Thrown away: ${gone.length}`, gone));
    }
    const places = placesOfCards();
    table.replaceChildren(...shown);
    if (!still.matches) slide(places);
  }

  const placesOfCards = () => new Map([...table.querySelectorAll("[data-pile]")].map(
    (item) => [item.dataset.pile.slice(-2), item.getBoundingClientRect()],
  ));

  // Lets every card that lay elsewhere before travel from there.
  function slide(before) {
    const now = placesOfCards();
    for (const item of table.querySelectorAll("[data-pile]")) {
      const card = item.dataset.pile.slice(-2), to = now.get(card), from = before.get(card);
      if (!from || (from.x === to.x && from.y === to.y)) continue;
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
      item.animate(
        [{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
        { duration: 300, easing: "ease-out" },
      );
    }
  }

  // --- Steps -------------------------------------------------------------------------------------

  let at = -1;

  const wordsOf = (number) => links[number].querySelector("span").textContent;
  const stepOf = (number) => number ? `Move ${number} of ${last}` : "The deal";
  const tellingOf = (number) => number ? `${stepOf(number)}: ${wordsOf(number)}. ` : "The deal. ";

  function left(frame) {
    const piles = frame.rows.reduce((sum, row) => sum + row.length, 0);
    const parts = [`${count(piles, unit)} on the table`];
    if (frame.stock) parts.push(`${frame.stock} in the stock`);
    if (frame.nextRow >= 0) parts.push(`the next for row ${frame.nextRow + 1}`);
    if (frame.discard.length) parts.push(`${frame.discard.length} thrown away`);
    return parts.join(", ");
  }

  function show(number) {
    number = Math.min(Math.max(Math.trunc(number) || 0, 0), last);
    if (number === at) return;
    at = number;
    const frame = frameAt(at);
    draw(frame, frameAt(Math.max(at - 1, 0)));
    element("words").replaceChildren(
      tellingOf(at), make("span", { class: "aloud" }, `${left(frame)}.`),
    );
    element("coming").textContent = at < last ? `Next: ${wordsOf(at + 1)}.` : "This is the end of the line.";
    slider.value = at;
    slider.setAttribute("aria-valuetext", stepOf(at));
    for (const link of links) link.removeAttribute("aria-current");
    links[at].setAttribute("aria-current", "step");
    reveal();
  }

  // Scrolls the list of moves to the step.
  function reveal() {
    const list = element("moves"), item = links[at].parentElement;
    list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
  }

  // --- Controls ----------------------------------------------------------------------------------

  let timer = 0;

  function run(on) {
    clearInterval(timer);
    timer = on ? setInterval(tick, element("speed").value) : 0;
    play.classList.toggle("on", on);
    play.lastElementChild.textContent = on ? "Pause" : "Play";
  }

  // Shows a step, and lets the address follow. Some frames and browsers do not allow that.
  function step(number) {
    show(number);
    try {
      history.replaceState(null, "", `#${at}`);
    } catch {}
  }

  function tick() {
    step(at + 1);
    if (at === last) run(false);
  }

  function toggle() {
    const on = !timer && last > 0;
    if (on) step(at === last ? 0 : at + 1);
    run(on && at < last);
  }

  function go(number) {
    run(false);
    step(number);
  }

  const KEYS = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(last),
    " ": toggle,
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const within = event.target;
    const own = event.key === " " ? "button, a, summary, select" : "input, select";
    if (!KEYS[event.key] || within.closest?.(own)) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  element("first").onclick = KEYS.Home;
  element("previous").onclick = KEYS.ArrowLeft;
  element("next").onclick = KEYS.ArrowRight;
  element("last").onclick = KEYS.End;
  play.onclick = toggle;
  slider.oninput = () => go(slider.value);
  element("speed").onchange = () => timer && run(true);
  links.forEach((link, number) => {
    link.onclick = (event) => {
      event.preventDefault();
      go(number);
    };
  });
  addEventListener("hashchange", () => go(location.hash.slice(1)));

  // Unseen, all that will be told is there at once: no sentence moves the table below it.
  element("told").append(
    ...links.map((link, number) => make("p", { class: "reserve" }, tellingOf(number))),
  );
  element("line").ontoggle = reveal;
  element("line").open = self === top; // there is little room in a frame
  element("stage").hidden = false;
  document.body.classList.add("playable");
  show(location.hash.slice(1));
}
