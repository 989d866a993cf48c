// Validates SARIF logs, one a line, against the published JSON schema, formats included.
// usage: node sarif.mjs SCHEMA FILE      SCHEMA stands in a node_modules that has ajv too
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [schema, logs] = process.argv.slice(2);
const require = createRequire(schema);
const Ajv = require('ajv');
const ajv = new Ajv({ allErrors: true, schemaId: 'auto' });
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
let valid = 0;
for (const line of readFileSync(logs, 'utf8').split('\n').filter(Boolean)) {
  if (validate(JSON.parse(line))) valid++;
  else for (const error of validate.errors.slice(0, 5)) console.log(`${error.dataPath}: ${error.message}`);
}
console.log(`${valid} valid`);
