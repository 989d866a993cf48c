/* Beside the page, so that typing never waits: holds the module and answers one text after another. */
'use strict';
let bytes = null;
let module = null; // what the module exports
let sheet = 0;

/* The module asks the system for nothing that a page could give: "bad file descriptor" (8) to all of it. */
function begin() {
  const compiled = new WebAssembly.Module(bytes), imports = {};
  for (const {module: from, name} of WebAssembly.Module.imports(compiled)) (imports[from] ||= {})[name] = () => 8;
  module = new WebAssembly.Instance(compiled, imports).exports;
  module._initialize();
  sheet = module.aise_web_new();
}

const answer = length => new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.aise_web_answer(sheet), length));

function read({text, variant, italian, repair}) {
  const utf8 = new TextEncoder().encode(text);
  const at = module.aise_web_room(sheet, utf8.length);
  new Uint8Array(module.memory.buffer, at, utf8.length).set(utf8);
  return answer(module.aise_web_read(sheet, utf8.length, variant, italian ? 1 : 0, repair ? 1 : 0));
}

onmessage = ({data}) => {
  if (data.bytes) {
    bytes = data.bytes;
    begin();
    postMessage({variants: answer(module.aise_web_variants(sheet))});
    return;
  }
  try {
    postMessage({number: data.number, answer: read(data)});
  } catch (error) { // out of memory: what is left of the module is of no use
    begin();
    postMessage({number: data.number, failed: String(error)});
  }
};
