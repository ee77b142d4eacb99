import { z } from 'zod'
import { faultName } from './fault-name.ts'

/**
 * One line of visible characters. Control characters, line separators and format characters (writing direction, zero width, byte order
 * mark) are refused, since with them one name can look like another.
 */
export const oneLine = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u

/** A name or another single line, trimmed, with a length in characters. */
export const line = (max: number) => z.string().trim().max(max).regex(oneLine, faultName('unseen'))
