// Live updates: one event stream for all tabs of a browser.
//
// A stream holds a connection while its page is open, and a browser allows six of them per
// server. So one tab leads: it holds a lock, opens the stream and tells the others on a channel.
// Where tabs cannot share (no locks without a secure context), each opens its own stream.
"use strict";
const Live = (() => {
  const NAME = "chancery-live";
  const MOST = 20; // tables that a stream may name
  const ANSWER = 2_500; // milliseconds within which a leader that lives has answered
  const CHECK = 10_000; // milliseconds between two questions whether it still lives
  const BLINK = 400; // a stream that is back so soon was not lost
  const ASLEEP = 90_000; // no timer waits that long in a page that runs, even in the background

  // Open a stream about some tables; the returned function closes it.
  function open(tables, heard) {
    let source, again, missing;
    function begin() {
      source = new EventSource(`/events?${new URLSearchParams(tables.map((one) => ["t", one]))}`);
      source.onopen = () => {
        clearTimeout(missing);
        missing = undefined;
        heard.up(true);
      };
      source.onmessage = (message) => {
        const { table, version } = JSON.parse(message.data);
        heard.version(table, version);
      };
      source.onerror = () => {
        if (missing === undefined) missing = setTimeout(() => heard.up(false), BLINK);
        if (source.readyState === EventSource.CLOSED) again = setTimeout(begin, 1500);
      };
    }
    begin();
    return () => {
      clearTimeout(again);
      clearTimeout(missing);
      source.close();
    };
  }

  // Subscribe to some tables: `version(table, number)`, `lost()`, and `found()` after reconnecting.
  function listen(tables, told) {
    const shared = Boolean(navigator.locks && window.BroadcastChannel);
    const tab = `${Date.now()}-${Math.random()}`;
    let up = null;
    let own = null; // the stream of this tab alone
    let leader = null; // what this tab does for the others while it leads
    let channel, queued, unanswered, clock;
    let looked = Date.now();

    function connected(now) {
      if (now === false && up !== false) told.lost();
      if (now === true && up === false) told.found();
      if (now !== null) up = now;
    }

    function listenAlone() {
      if (own) own();
      own = open(tables, { up: connected, version: told.version });
    }

    // -- leading -----------------------------------------------------------------------------
    function lead() {
      const wanted = new Map([[tab, tables]]);
      const versions = {};
      let close = () => {};
      let listed = "";
      let later;
      let streaming = null;

      const all = () => [...new Set([...wanted.values()].flat())].slice(0, MOST);
      function tell() {
        channel.postMessage({ kind: "here", up: streaming, tables: all(), versions });
      }
      function reopen() {
        listed = all().join();
        close();
        close = open(all(), {
          up: (now) => {
            streaming = now;
            connected(now);
            tell();
          },
          version: (which, version) => {
            versions[which] = version;
            if (tables.includes(which)) told.version(which, version);
            tell();
          },
        });
      }
      function changed() {
        tell();
        clearTimeout(later);
        later = setTimeout(() => all().join() !== listed && reopen(), 30);
      }
      return new Promise((release) => {
        clearTimeout(unanswered);
        if (own) own();
        own = null;
        leader = {
          reopen,
          want: (who, what) => {
            wanted.set(who, what);
            changed();
          },
          gone: (who) => wanted.delete(who) && changed(),
          stop: () => {
            clearTimeout(later);
            close();
            leader = null;
            release();
          },
        };
        reopen();
        channel.postMessage({ kind: "who" });
      });
    }

    async function queue(steal) {
      if (queued) queued.abort();
      const mine = (queued = new AbortController());
      try {
        await navigator.locks.request(NAME, steal ? { steal } : { signal: mine.signal }, lead);
      } catch {
        if (mine.signal.aborted) return;
        if (leader) leader.stop(); // another tab took over, because this one slept
        ask();
        queue(false);
      }
    }

    // -- following ---------------------------------------------------------------------------
    function ask() {
      if (leader || !channel) return; // a page that is being left asks nobody
      channel.postMessage({ kind: "want", tab, tables });
      clearTimeout(unanswered);
      // a leader in the background of a phone may be suspended: a visible tab takes over
      unanswered = setTimeout(() => !document.hidden && !leader && queue(true), ANSWER);
    }

    function heard({ data }) {
      if (data.kind === "want" && leader) leader.want(data.tab, data.tables);
      if (data.kind === "gone" && leader) leader.gone(data.tab);
      if (data.kind === "who") ask();
      if (data.kind !== "here" || leader) return;
      clearTimeout(unanswered);
      if (tables.every((table) => data.tables.includes(table))) {
        if (own) own();
        own = null;
        connected(data.up);
        for (const table of tables)
          if (table in data.versions) told.version(table, data.versions[table]);
      } else if (data.tables.length >= MOST && !own) {
        listenAlone();
      }
    }

    // -- page life cycle ---------------------------------------------------------------------
    function woken() {
      looked = Date.now();
      if (leader) leader.reopen(); // a connection may have died without a sound
      else if (own) listenAlone();
      if (shared) ask();
    }

    function start() {
      looked = Date.now();
      clock = setInterval(() => {
        if (Date.now() - looked > ASLEEP) woken();
        else if (shared && !document.hidden && !own) ask();
        looked = Date.now();
      }, CHECK);
      if (!shared) {
        listenAlone();
        return;
      }
      channel = new BroadcastChannel(NAME);
      channel.onmessage = heard;
      queue(false);
      ask();
    }

    function stop() {
      clearInterval(clock);
      clearTimeout(unanswered);
      if (own) own();
      own = null;
      if (!shared) return;
      queued.abort();
      if (leader) leader.stop();
      channel.postMessage({ kind: "gone", tab });
      channel.close();
      channel = null;
    }

    start();
    addEventListener("online", woken);
    addEventListener("pagehide", stop);
    addEventListener("pageshow", (event) => event.persisted && start());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      if (Date.now() - looked > 2 * CHECK) woken();
      else if (shared) ask();
    });
  }

  return { listen };
})();
