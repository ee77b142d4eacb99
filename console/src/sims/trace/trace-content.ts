import type { Language } from '@simdeck/contract/languages.ts'
import type { TraceCommand } from '@simdeck/contract/traces.ts'
import { otaCodeText } from '../../campaigns/results/ota-code-text.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { textIn } from '../../ui/words/text.ts'
import { groupCommands } from './trace-lines.ts'
import type { CommandGroup, TraceLine } from './trace-lines.ts'
import { traceText } from './trace-text.ts'

/** Name of the package that an OTA installs, by OTA id. */
export type PackageNames = ReadonlyMap<number, string>

/** Content of a message as one line of text. */
export function traceContent(line: TraceLine, names: PackageNames, language: Language): string {
  const t = textIn(traceText, language)
  const { message, groups } = line
  const { fields } = message
  const codeWords = (code: number): string => `${code} ${otaCodeText(code)?.meaning[language] ?? ''}`.trim()
  switch (message.code) {
    case 1: {
      const parts = [t.poller(String(fields['pollerVersion'] ?? ''))]
      if (typeof fields['receiveBuffer'] === 'number') parts.push(t.buffer(formatNumber(fields['receiveBuffer'])))
      if (typeof fields['rsrp'] === 'number') parts.push(`RSRP ${formatNumber(fields['rsrp'])}`)
      if (fields['resume'] === 1) parts.push(t.resumeLost)
      if (fields['resume'] === 2) parts.push(t.resumeAlive(String(fields['next'] ?? '')))
      return parts.join(t.separator)
    }
    case 7: {
      const code = fields['code']
      const wait = fields['waitSeconds']
      if (typeof code === 'number' && code !== 0) return codeWords(code)
      if (typeof wait !== 'number' || wait === 0) return t.finished
      return wait % 60 === 0 ? t.nextPoll(formatNumber(wait / 60)) : t.nextPollSeconds(formatNumber(wait))
    }
    default: {
      if (line.verified) return t.verified
      const status = fields['status']
      if (typeof status === 'number' && status !== 0) return codeWords(status)
      const name = message.ota_id === null ? undefined : names.get(message.ota_id)
      const said = (group: CommandGroup | undefined): string => (group ? groupWords(group, name, language) : '')
      if (message.direction === 'server') return groups.map(said).join(t.separator)
      const last = message.commands.at(-1)
      if (line.bad) return said(groupCommands(last ? [last] : [])[0])
      if (message.commands[0]?.name === 'INITIALIZE UPDATE') return t.answerOf(said(groups[0]))
      return groups.length > 1
        ? t.ranUpTo(said(groupCommands(last ? [last] : [])[0]), formatNumber(message.commands.length))
        : said(groups[0])
    }
  }
}

function groupWords({ name, firstBlock, lastBlock, count }: CommandGroup, packageName: string | undefined, language: Language): string {
  const t = textIn(traceText, language)
  if (firstBlock !== null && lastBlock !== null) {
    return count > 1 ? t.blocks(name, firstBlock, lastBlock, count) : t.block(name, firstBlock)
  }
  return name === 'INSTALL [for load]' && packageName ? `${name} ${packageName}` : name
}

/** Name and block of a command (`LOAD ブロック 8`). */
export function commandWords({ name, block }: Pick<TraceCommand, 'name' | 'block'>, language: Language): string {
  return block === null ? name : textIn(traceText, language).block(name, block)
}

/** Title of a command in the language of the screen. The server sends it in English (`LOAD block 8`). */
export function titleWords(title: string, language: Language): string {
  const [, name, block] = /^(.*) block (\d+)$/.exec(title) ?? []
  return name && block ? commandWords({ name, block: Number(block) }, language) : title
}
