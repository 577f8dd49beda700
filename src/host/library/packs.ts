// Prompt packs: system prompts that people bring along, kept as they came under <home>/templates/<pack>/<domain>/.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CallInput, CallOutput } from '../../core/contract/index.ts'
import type { TemplateRow } from '../../core/contract/prompts.ts'
import type { Domain, DomainTemplate } from '../../core/domains/domain.ts'
import { domains, findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { promptFile } from '../../core/step/pack.ts'
import { fileStem } from '../../core/text/file-name.ts'
import { explain } from '../data/disk-errors.ts'
import { checkPlain, isPlain } from '../data/regular-file.ts'
import { textIn } from '../data/text-file.ts'
import { isPrompt, JUDGE, LONGEST, PROMPT, packTemplate, sorted, templateName } from './pack-prompts.ts'

export interface Packs {
  /** What the packs have for a domain; looked up anew each time, because another Orrery on the same data may change them. */
  templates(domain: Domain): DomainTemplate[]
  list(domain?: string): TemplateRow[]
  /** @throws OrreryError invalid-input, conflict */
  import(name: string, files: CallInput<'prompts.import'>['files'], about?: string): CallOutput<'prompts.import'>
  /** @throws OrreryError not-found */
  read(name: string): CallOutput<'prompts.read'>
  /** @throws OrreryError not-found */
  delete(name: string): void
}

const ABOUT = 'ABOUT.md'

/** Packs in `home`. The layout is that of the public prompt pack. */
export function createPacks({ home }: { home: string }): Packs {
  const root = join(home, 'templates')
  const names = () => {
    checkPlain(root, { kind: 'folder' })
    if (!existsSync(root)) return []
    return readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort()
  }
  const has = (pack: string, domain: Domain, file: string) =>
    isPlain(join(root, pack, domain.id, file), { most: 4 * LONGEST })
  /** The variants that a pack has for a domain, in the order of their names. */
  const variants = (pack: string, { id }: Domain): Variant[] => {
    const folder = join(root, pack, id)
    const files = existsSync(folder) ? readdirSync(folder).sort() : []
    const prompts = files.filter((file) => promptFile(file)?.judge === false)
    return prompts.flatMap((file) => {
      const path = join(folder, file)
      if (!isPlain(path, { most: 4 * LONGEST })) return []
      return [{ pack, path, template: templateName(pack, promptFile(file)?.variant ?? '', prompts.length) }]
    })
  }

  const rows = (pack: string, domain: Domain): TemplateRow[] => {
    const found = variants(pack, domain)
    const row = { domain: domain.id, thinking: true, pack: true, judge: has(pack, domain, JUDGE) }
    const choice = found.length > 1 ? [{ ...row, name: pack, variants: found.length }] : []
    return [...choice, ...found.map(({ template }) => ({ ...row, name: template }))]
  }

  function checkKnown(name: string): void {
    if (!names().includes(name)) {
      const all = names().join(', ')
      const there = all ? `There are: ${all}.` : 'There are none.'
      throw new OrreryError('not-found', `There is no prompt pack "${name}". ${there}`)
    }
  }

  return {
    templates: (domain) =>
      names()
        .flatMap((pack) => variants(pack, domain))
        .map(({ pack, path, template }) => packTemplate(domain, { pack, template, whole: read(path) })),
    list(wanted) {
      const shown = wanted === undefined ? domains : [findDomain(wanted)]
      return shown.flatMap((domain) => [
        ...domain.templates.map(({ name, thinking }) => ({
          ...{ domain: domain.id, name, thinking, pack: false, judge: false }
        })),
        ...names().flatMap((pack) => rows(pack, domain))
      ])
    },
    import(name, files, about) {
      refuseName(name)
      // Some file systems take names that differ in case for one.
      if (names().some((taken) => taken.toLowerCase() === name.toLowerCase())) {
        const why = 'Replacing it would change the prompts of the worlds that use it.'
        const way = 'Delete it first, or give this one another name.'
        throw new OrreryError('conflict', `There is already a prompt pack "${name}". ${why} ${way}`)
      }
      const { prompts, problems } = sorted(files)
      const known = domains.filter(({ id }) => [...prompts.keys()].some((path) => isPrompt(path, id)))
      if (!known.length) {
        const layout = `A pack is a folder with one subfolder per domain that holds a ${PROMPT}, such as terminal/${PROMPT}.`
        const found = problems.length ? ` ${problems.join(' ')}` : ''
        throw new OrreryError('invalid-input', `There is no system prompt that Orrery can use.${found} ${layout}`)
      }
      // Whole or not at all: another Orrery may look meanwhile, and the disk may be full.
      const making = join(root, `.${name}.new`)
      try {
        rmSync(making, { recursive: true, force: true })
        for (const [path, text] of prompts) {
          mkdirSync(join(making, path, '..'), { recursive: true, mode: 0o700 })
          writeFileSync(join(making, path), text, { flush: true, mode: 0o600 })
        }
        if (about !== undefined) writeFileSync(join(making, ABOUT), about, { flush: true, mode: 0o600 })
        renameSync(making, join(root, name))
      } catch (error) {
        rmSync(making, { recursive: true, force: true })
        throw explain(error, root)
      }
      const judged = domains.filter(({ id }) => prompts.has(`${id}/${JUDGE}`)).map(({ id }) => id)
      const kept = `Its judge prompts (${judged.join(', ')}) are kept with it, but Orrery does not use them yet.`
      return { name, domains: known.map(({ id }) => id), problems: judged.length ? [...problems, kept] : problems }
    },
    read(name) {
      checkKnown(name)
      const about = join(root, name, ABOUT)
      return {
        files: domains.flatMap((domain) =>
          variants(name, domain).map(({ path }) => ({ path: `${domain.id}/${basename(path)}`, text: read(path) }))
        ),
        about: isPlain(about, { most: 4 * LONGEST }) ? read(about) : null
      }
    },
    delete(name) {
      checkKnown(name)
      try {
        rmSync(join(root, name), { recursive: true })
      } catch (error) {
        throw explain(error, root)
      }
    }
  }
}

function read(path: string): string {
  try {
    return textIn(path)
  } catch (error) {
    throw explain(error, path)
  }
}

interface Variant {
  pack: string
  path: string
  /** Name of the template. */
  template: string
}

function refuseName(name: string): void {
  if (!/^\w[\w.-]{0,63}$/.test(name) && fileStem(name) !== name) {
    const rule = 'Use letters, digits, dot, dash and underscore, 64 at most, the first a letter or digit.'
    throw new OrreryError('invalid-input', `"${name}" cannot be the name of a prompt pack. ${rule}`)
  }
  const own = ['auto', ...domains.flatMap(({ templates }) => templates.map((one) => one.name))]
  if (own.includes(name.toLowerCase())) {
    throw new OrreryError('invalid-input', `"${name}" is the name of one of Orrery's own templates. Choose another.`)
  }
}
