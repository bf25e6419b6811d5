// In: anything. Out: the customer whose turn it is, with a greeting, and without blank fields.
// The greeting is the name if it looks like one: no link, no address, no "undefined". Otherwise it is "there".
const isName = /^(?=.*\p{L})(?:[\p{L}\p{M}\p{N} '’-]|\.(?= |$)){1,60}$/u;
const { json } = $('One at a Time').first();
const known = Object.entries(json).filter(([, value]) => String(value ?? '').trim() !== '');
const name = String(json.name ?? '')
	.replace(/[\s\u200b-\u200f\u2060\ufeff]+/g, ' ')
	.trim();
const greeting = isName.test(name) && !/^(undefined|NaN)\b/.test(name) ? name : 'there';
return [{ json: { ...Object.fromEntries(known), greeting } }];
