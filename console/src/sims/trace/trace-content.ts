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
  const describeCode = (code: number): string => `${code} ${otaCodeText(code)?.meaning[language] ?? ''}`.trim()
  switch (message.code) {
    case 1: {
      if (fields['transport'] === 'SCP81') return t.agent(String(fields['agent'] ?? ''))
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
      if (typeof code === 'number' && code !== 0) return describeCode(code)
      if (typeof wait !== 'number' || wait === 0) return t.finished
      return wait % 60 === 0 ? t.nextPoll(formatNumber(wait / 60)) : t.nextPollSeconds(formatNumber(wait))
    }
    default: {
      if (line.verified) return t.verified
      const status = fields['status']
      if (typeof status === 'number' && status !== 0) return describeCode(status)
      const name = message.ota_id === null ? undefined : names.get(message.ota_id)
      const describe = (group: CommandGroup | undefined): string => (group ? describeGroup(group, name, language) : '')
      if (message.direction === 'server') return groups.map(describe).join(t.separator)
      const last = message.commands.at(-1)
      if (line.bad) return describe(groupCommands(last ? [last] : [])[0])
      if (message.commands[0]?.name === 'INITIALIZE UPDATE') return t.answerOf(describe(groups[0]))
      return groups.length > 1
        ? t.ranUpTo(describe(groupCommands(last ? [last] : [])[0]), formatNumber(message.commands.length))
        : describe(groups[0])
    }
  }
}

function describeGroup({ name, firstBlock, lastBlock, count }: CommandGroup, packageName: string | undefined, language: Language): string {
  const t = textIn(traceText, language)
  if (firstBlock !== null && lastBlock !== null) {
    return count > 1 ? t.blocks(name, firstBlock, lastBlock, count) : t.block(name, firstBlock)
  }
  return name === 'INSTALL [for load]' && packageName ? `${name} ${packageName}` : name
}

/** Name and block of a command (`LOAD ブロック 8`). */
export function commandTitle({ name, block }: Pick<TraceCommand, 'name' | 'block'>, language: Language): string {
  return block === null ? name : textIn(traceText, language).block(name, block)
}

/** Title of a command in the language of the screen. The server sends it in English (`LOAD block 8`). */
export function translatedTitle(title: string, language: Language): string {
  const [, name, block] = /^(.*) block (\d+)$/.exec(title) ?? []
  return name && block ? commandTitle({ name, block: Number(block) }, language) : title
}
