// Returns a message for each fault of the layout; `names` are keys of `all` that must be completely
// visible. Evaluated in the table page by test_table_places.py.
(names) => {
    const faults = [];
    const $ = (selector) => [...document.querySelectorAll(selector)];
    const first = (selector) => $(selector).filter((one) => one.checkVisibility()).slice(0, 1);
    const all = {
        prompt: $("#part-question .prompt"),
        "first button": first("#part-question :is(.action, .all > summary)"),
        card: $("#part-hand .card.is-legal"),
        stage: $("#part-stage .on-stage"),
        board: $("#frame"),
        story: $("#part-log li:last-child"),
        over: $(".ending h2"),
        sentence: $(".ending .outcome"),
        "turning point": $(".ending .lead"),
        onward: $(".ending .choices > *"),
        stepping: $(".stepping > *"),
        slider: $("#slider"),
        now: $("#part-log .newest"),
    };
    const places = Object.fromEntries(names.map((name) => [name, all[name]]));
    const box = (one) => one.getBoundingClientRect();
    const said = (one) => one.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
    // The visible area around an element: the window, cut by every ancestor that clips or scrolls.
    function edges(one) {
        const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        for (let up = one.parentElement; up; up = up.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(up);
            const around = box(up);
            if (overflowX !== "visible") {
                seen.left = Math.max(seen.left, around.left);
                seen.right = Math.min(seen.right, around.right);
            }
            if (overflowY !== "visible") {
                seen.top = Math.max(seen.top, around.top);
                seen.bottom = Math.min(seen.bottom, around.bottom);
            }
        }
        return seen;
    }
    const seen = (one) => {
        const [own, { left, top, right, bottom }] = [box(one), edges(one)];
        return {
            left: Math.max(own.left, left), right: Math.min(own.right, right),
            top: Math.max(own.top, top), bottom: Math.min(own.bottom, bottom),
        };
    };
    for (const [name, all] of Object.entries(places))
        for (const one of all) {
            const [own, part] = [box(one), seen(one)];
            if (own.width < 8 || own.height < 8) faults.push(`${name} is too small: ${said(one)}`);
            for (const edge of ["left", "right", "top", "bottom"])
                if (Math.abs(own[edge] - part[edge]) > 1.5)
                    faults.push(`${name} is cut off (${edge}: ${own[edge]}, seen to ${part[edge]}):`
                        + ` ${said(one)}`);
            // a duel lies over the upper part of the board, on a phone its tools over a corner
            const [right, down] = name === "board" ? [0.25, 0.8] : [0.5, 0.5];
            const hit = document.elementFromPoint(
                own.left + own.width * right, own.top + own.height * down);
            if (!hit || !one.contains(hit))
                faults.push(`${name} is covered by ${hit?.outerHTML.slice(0, 80)}: ${said(one)}`);
        }
    // The pieces that fight stay visible beside the duel.
    for (const one of names.includes("stage") ? $("#frame .is-focus") : []) {
        const own = box(one);
        const hit = document.elementFromPoint(
            own.left + own.width / 2, own.top + own.height / 2);
        if (!hit?.closest("#frame, #tools"))
            faults.push(`${one.dataset.target} is covered by the stage`);
    }
    const parts = { ...all, question: $("#part-question"), hand: $("#part-hand") };
    const apart = [["question", "hand"], ["question", "board"], ["question", "story"],
        ["question", "stage"], ["hand", "board"], ["hand", "story"], ["hand", "stage"],
        ["board", "story"], ["board", "stage"]];
    for (const [one, other] of apart)
        for (const [a, b] of parts[one].flatMap((a) => parts[other].map((b) => [seen(a), seen(b)])))
            if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5)
                faults.push(`${one} and ${other} lie over each other`);
    const page = document.scrollingElement;
    window.scrollTo({ top: 500, left: 500, behavior: "instant" });
    if (page.scrollTop || page.scrollLeft || page.scrollWidth > page.clientWidth)
        faults.push(`the page scrolls: ${page.scrollWidth} × ${page.scrollHeight}`);
    return faults;
}
