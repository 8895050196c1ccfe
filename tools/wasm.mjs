// CPython for WebAssembly as if it were a command: node wasm.mjs PYODIDE HERE [-m MODULE | FILE] ...
// The folder HERE is its world; standard output is ours.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder, here, ...rest] = process.argv.slice(2);
const { loadPyodide } = createRequire(resolve(folder, "package.json"))("pyodide");
const python = await loadPyodide({
  env: { CHANCERY_HOME: "/tmp/chancery", HOME: "/tmp", PYTHONDONTWRITEBYTECODE: "1" },
});
python.FS.mkdirTree("/house");
python.FS.mount(python.FS.filesystems.NODEFS, { root: here }, "/house");
python.globals.set("rest", python.toPy(rest));
const code = python.runPython(`
import os, runpy, sys
os.chdir("/house")
sys.path[:0] = ["/house/src", "/house", "/house/.venv/pythons/site"]
module = rest[0] == "-m"
sys.argv = rest[1:] if module else rest[:]
if module and rest[1] == "pytest":
    # it can neither copy the handles of files nor be told of signals
    sys.argv += ["--capture=sys", "-p", "no:faulthandler"]
try:
    if module:
        runpy.run_module(rest[1], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(rest[0], run_name="__main__")
    code = 0
except SystemExit as end:
    code = 0 if end.code is None else int(end.code)
sys.stdout.flush()
sys.stderr.flush()
code
`);
process.exit(code);
