/** The style of an exported page: light and dark, wide and narrow, on paper too. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --text: #1f2328; --quiet: #59636e; --page: #ffffff; --panel: #f6f8fa; --edge: #d1d9e0;
  --accent: #0969da; --area: #ddf4ff; --added: #dafbe1; --removed: #ffebe9; --place: #eef1f4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --quiet: #9198a1; --page: #0d1117; --panel: #151b23; --edge: #3d444d;
    --accent: #4493f8; --area: #121d2f; --added: #12361f; --removed: #3f1a1d; --place: #1b222c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 64rem;
  color: var(--text); background: var(--page); font: 16px/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.3rem; margin: 0 0 1rem; overflow-wrap: anywhere; unicode-bidi: isolate; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
code, pre, .num { font: 0.85rem/1.45 ui-monospace, Menlo, Consolas, monospace; }
code, pre { unicode-bidi: isolate; overflow-wrap: anywhere; }
pre {
  margin: 0.5rem 0; padding: 0.6rem 0.8rem; white-space: pre-wrap;
  background: var(--panel); border: 1px solid var(--edge); border-radius: 6px;
}
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin: 0; }
dt, .quiet { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; vertical-align: top; }
th { color: var(--quiet); font-weight: normal; }
ol.timeline { list-style: none; margin: 0; padding: 0 0 0 1rem; border-left: 2px solid var(--edge); }
.timeline > li { position: relative; margin: 0 0 1rem; }
.timeline > li::before {
  content: ""; position: absolute; left: calc(-1rem - 6px); top: 0.45rem; width: 10px; height: 10px;
  border-radius: 50%; background: var(--accent); border: 2px solid var(--page);
}
.timeline > li.user::before, .timeline > li.system::before { background: var(--quiet); }
.what { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.what b { min-width: 4rem; }
.what b::first-letter { text-transform: uppercase; }
details { margin: 0.3rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.diff span, .diff ins, .diff del { display: block; min-height: 1.45em; text-decoration: none; }
.diff ins { background: var(--added); }
.diff del { background: var(--removed); }
.diff .place { background: var(--place); color: var(--quiet); }
.diff ins::before { content: "+ "; }
.diff del::before { content: "- "; }
.diff .kept::before { content: "  "; }
.plot { width: 100%; height: auto; }
.plot text { fill: var(--quiet); font-size: 12px; }
.plot .end { text-anchor: end; }
.plot .area { fill: var(--area); }
.plot .line { fill: none; stroke: var(--accent); stroke-width: 2; }
.plot .level { stroke: var(--edge); stroke-width: 1; }
.plot .dot { fill: var(--accent); }
.plot .unknown { fill: var(--page); stroke: var(--accent); }
`;
