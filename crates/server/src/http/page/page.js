// Shows the OpenAPI document of this server. Text is only ever set as text.
'use strict';

const add = (parent, tag, text, kind) => {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (kind) element.className = kind;
  parent.append(element);
  return element;
};

const nameOf = (schema) => {
  if (!schema || typeof schema !== 'object') return 'anything';
  if (schema.$ref) return schema.$ref.split('/').pop();
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const any = schema.oneOf || schema.anyOf;
  if (any) return any.map(nameOf).join(' | ');
  if (schema.type === 'array') return `list of ${nameOf(schema.items)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return schema.type || 'anything';
};

const showFields = (parent, schema) => {
  for (const one of schema.oneOf || schema.anyOf || []) {
    if (one.description) add(parent, 'p', one.description, 'note');
    if (one.properties) showFields(parent, one);
    else add(parent, 'code', nameOf(one));
  }
  const needed = new Set(schema.required || []);
  const list = schema.properties ? add(parent, 'dl') : null;
  for (const [name, field] of Object.entries(schema.properties || {})) {
    add(add(list, 'dt'), 'code', `${name}${needed.has(name) ? '' : '?'}: ${nameOf(field)}`);
    add(list, 'dd', field.description || '');
  }
};

const showPath = (parent, path, method, operation) => {
  const details = add(parent, 'details');
  details.dataset.words = `${path} ${method} ${operation.summary} ${operation.operationId}`.toLowerCase();
  const summary = add(details, 'summary');
  add(summary, 'span', method.toUpperCase(), 'method');
  add(summary, 'code', path);
  add(summary, 'span', ` ${operation.summary}`);
  const body = add(details, 'div');
  if (operation.description) add(body, 'p', operation.description);
  const seat = (operation.security || []).map((one) => Object.keys(one)[0] || 'none').join(' or ');
  add(body, 'p', seat ? `Key: ${seat}` : 'No key is needed.', 'note');
  for (const parameter of operation.parameters) {
    add(body, 'p', `${parameter.name} (${parameter.in}): ${parameter.description || nameOf(parameter.schema)}`);
  }
  const takes = operation.requestBody && operation.requestBody.content['application/json'].schema;
  if (takes) add(body, 'p', `Takes ${nameOf(takes)}`);
  const content = operation.responses['200'].content || {};
  for (const [kind, { schema }] of Object.entries(content)) add(body, 'p', `Returns ${nameOf(schema)} as ${kind}`);
};

const showType = (parent, name, schema) => {
  const details = add(parent, 'details');
  details.id = name;
  details.dataset.words = `${name} ${schema.description || ''}`.toLowerCase();
  const summary = add(details, 'summary');
  add(summary, 'code', name);
  const body = add(details, 'div');
  if (schema.description) add(body, 'p', schema.description);
  showFields(body, schema);
  add(add(body, 'details'), 'summary', 'schema').after(add(body, 'pre', JSON.stringify(schema, null, 2)));
};

const show = (api) => {
  document.getElementById('version').textContent = `version ${api.info.version}`;
  document.getElementById('about').textContent = api.info.description;
  const paths = document.getElementById('paths');
  let tag = '';
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.tags[0] !== tag) {
        tag = operation.tags[0];
        add(paths, 'h2', tag);
      }
      showPath(paths, path, method, operation);
    }
  }
  const types = document.getElementById('types');
  add(types, 'h2', 'types');
  const schemas = api.components.schemas;
  for (const name of Object.keys(schemas).sort()) showType(types, name, schemas[name]);
};

document.getElementById('find').addEventListener('input', (event) => {
  const wanted = event.target.value.toLowerCase();
  for (const details of document.querySelectorAll('details[data-words]')) {
    details.hidden = !details.dataset.words.includes(wanted);
  }
});

fetch('/api/v1/openapi.json').then((answer) => answer.json()).then(show);
