import type { CommandApdu } from '../../apdu.ts'
import { beginsAnew } from './job-kind.ts'
import type { JobKind } from './job-kind.ts'

/**
 * A job that consists of given commands: STORE DATA after INSTALL [for personalization], or file management without a channel. Every
 * command can be repeated safely.
 */
export interface ScriptParameters {
  secured: boolean
  commands: readonly { command: CommandApdu; tolerated: readonly number[] }[]
}

export const script: JobKind<ScriptParameters, never> = {
  isSecured: ({ secured }) => secured,
  commands: ({ commands }) => commands.map(({ command, tolerated }, i) => ({ role: 'command', command, tolerated, position: i + 1 })),
  planAfter: beginsAnew,
}
