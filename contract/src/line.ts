import { z } from 'zod'
import { says } from './says.ts'

/**
 * One line of what can be seen: no control characters, line separators or format characters (the direction of writing, without width,
 * the byte order mark), with which a name can pass for another.
 */
export const oneLine = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u

/** A name or another single line, trimmed, of so many characters. */
export const line = (max: number) => z.string().trim().max(max).regex(oneLine, says('unseen'))
