import type { Translations } from '../../ui/words/text.ts'
import type { inviteText } from '../member-text.ts'

/** Error of a member's name; null if it is valid. */
export function nameFault(name: string, t: Translations<typeof inviteText>): string | null {
  const given = name.trim()
  if (given === '') return t.nameMissing
  return given.length > 100 ? t.nameLong : null
}
