// SPDX-License-Identifier: GPL-3.0-or-later
// Every language of the page is whole: each file in web/languages/ has the texts that the page uses, and no others, with the same values in
// braces and the forms that its plurals need; and no English text of the page stands outside `t`, where it would not be translated.
//     node tests/page/languages.mjs SOURCE_DIR
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const source = resolve(process.argv[2]);
const read = name => readFileSync(join(source, name), 'utf8');
const modules = readdirSync(join(source, 'web')).filter(name => name.endsWith('.js'));
const { languages } = await import(join(source, 'web/language.js'));
const faults = [];

/** How texts begin that are English on purpose: what stands beside the program's words as one of them, formats, keys, examples of code. */
const kept = [
    'LaTeX', 'Olive (.olv)', 'Popeye (.inp)', 'Tab', 'Esc', 'A. Nonym', 'KQkq', 'printf ', '[mini:chess]', '[mine:chess]', '# A game of your own.', 'input, textarea, select',
    'The input is longer than ', 'tools/atlas row ', '${puzzle.source}\n\n${puzzle.rules}\n\nInput: ',
];
/** Modules of which nothing is shown but errors, or that quote what the program says. */
const ofErrors = new Set(['program.js', 'transport.js', 'picture.js']);

/** The strings of a module, with what stands before them; comments and types are left out. */
function* strings(text) {
    const pattern = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
    for (const match of text.matchAll(pattern)) {
        const [whole, single, template] = match;
        if (whole.startsWith('/')) continue;
        yield { text: (single ?? template).replace(/\\(['`])/g, '$1'), isTemplate: template !== undefined, before: text.slice(Math.max(0, match.index - 40), match.index), at: match.index };
    }
}

/** Whether a text has words: names of members and values in braces are none. */
const hasWords = text => /\b[A-Z][a-z]{2,}|[a-z]{2,} [a-z]{2,}|[a-z]{2,}, /.test(text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '0').replace(/ – Zermelo$|^[a-z]+[A-Z]\w*$|translate\(.*\)/, ''));
/** Where a string is no text: attributes, selectors, names of events and of keys. */
const isCode = before => /(?:class|id|role|d|viewBox|type|accept|transform|for|about|querySelector(?:All)?(?:<[^>]*>)?\(|addEventListener\(|tags\.get\(|import|from|kind|import\(|new URL\(|error\(|Error\(|classList\.\w+\(|createElement(?:NS)?\(|setAttribute\('[\w-]+', |'aria-(?:controls|labelledby|describedby)'|'font-family'|stroke\S*|startFen|case|===|!==|key:|placeholder):?\s*$/.test(before);

const used = new Set([', ']);  // of language.js
for (const name of modules) {
    if (name === 'language.js') continue;
    const text = read(`web/${name}`);
    const place = at => `web/${name}:${text.slice(0, at).split('\n').length}`;
    for (const match of text.matchAll(/(?<![\w.$#])t\((?!')/g))
        faults.push(`${place(match.index)}: t() with no text written out`);
    for (const [, string] of text.matchAll(/(?<![\w.$#])t\('((?:[^'\\\n]|\\.)*)'/g)) used.add(string);
    for (const { text: string, isTemplate, before, at } of strings(text)) {
        if (!ofErrors.has(name) && !/(?<![\w.$#])t\($/.test(before) && hasWords(string) && !kept.some(start => string.startsWith(start)) && !isCode(before)) faults.push(`${place(at)}: ${isTemplate ? '`' : "'"}${string}' is not translated`);
    }
}

// What stands in index.html is put into the language of the page by app.js.
const page = read('web/index.html').replace(/<(noscript|svg|title)[\s\S]*?<\/\1>|<meta[^>]*>/g, '');
for (const [, attribute, content] of page.matchAll(/(?:aria-label|title|alt)="([^"]*)"|>([^<>]+)</g)) {
    const text = (attribute ?? content).trim();
    if (hasWords(text) && text !== 'Zermelo' && !used.has(text)) faults.push(`web/index.html: '${text}' is not translated`);
}

const holes = text => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort().join(' ');
const firstForm = text => text.split('|')[0];
const kinds = [...read('src/zermelo/rules/pieces.cpp').matchAll(/^ {4}\{"(\w+)", /gm)].map(([, kind]) => kind);
const program = ['src/zermelo/rules/pieces.cpp', 'src/zermelo/draw/variant.cpp', 'src/zermelo/tell/problem.cpp'].map(read).join('');
/** What players call pieces of shipped variants. */
const players = new Set(readdirSync(join(source, 'games')).filter(name => name.endsWith('.ini')).flatMap(name => [...read(`games/${name}`).matchAll(/^pieceNames = (.*)$/gm)])
    .flatMap(([, pairs]) => pairs.split(' ').map(pair => pair.slice(2).replaceAll('-', ' '))));
let words;

for (const key of used)
    if (key.includes('|') && new Set(key.split('|').map(holes)).size > 1) faults.push(`the forms of '${key}' have other values`);

const files = readdirSync(join(source, 'web/languages'));
for (const code of Object.keys(languages)) if (code !== 'en' && !files.includes(`${code}.js`)) faults.push(`web/languages/${code}.js is missing`);
for (const file of files) {
    const code = file.replace('.js', '');
    const fault = words => faults.push(`web/languages/${file}: ${words}`);
    if (!Object.hasOwn(languages, code)) fault('web/language.js does not have this language');
    const { texts, names } = (await import(join(source, 'web/languages', file))).default;
    // Numbers are written in digits: what Intl calls "many" in French and Spanish is "million", in words.
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.filter(category => category !== 'many').length;
    for (const key of used) if (!Object.hasOwn(texts, key)) fault(`'${key}' is missing`);
    for (const [key, text] of Object.entries(texts)) {
        if (!used.has(key)) fault(`'${key}' is used nowhere`);
        const own = text.split('|');
        if (own.length !== (key.includes('|') ? forms : 1)) fault(`'${key}' has ${own.length} forms, expected ${key.includes('|') ? forms : 1}`);
        for (const form of own) if (holes(form) !== holes(firstForm(key))) fault(`'${key}': ${form} has other values`);
        if (/^\s|\s$/.test(key) && !/^\s|\s$|[。、，：]$/.test(text)) fault(`'${key}': '${text}' has no blank at its end`);
        if (!text) fault(`'${key}' is empty`);
    }
    for (const kind of kinds) if (!Object.hasOwn(names, kind)) fault(`the kind '${kind}' has no name`);
    for (const name of Object.keys(names)) if (!program.includes(`"${name}"`) && !players.has(name)) fault(`the program does not say '${name}'`);
    words ??= Object.keys(names).sort().join();
    if (Object.keys(names).sort().join() !== words) fault(`its names are other ones than those of ${files[0]}`);
}

console.log(faults.length ? faults.join('\n') : `${files.length} languages have all ${used.size} texts`);
process.exit(faults.length ? 1 : 0);
