import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Tone } from '../value/glyphs.tsx'
import css from '../value/bits.module.css'
import tones from '../theme/tones.module.css'

interface NoteProps {
  /** Kind of the message. `interrupted`: a warning. `failed`: a failure. `started`: a hint. Other tones are those of a status. */
  tone?: Tone
  glyph?: ReactNode
  end?: ReactNode
  children: ReactNode
}

/** Message that stays on a page: a warning, a failure or a hint. */
export function Note({ tone = 'interrupted', glyph, end, children }: NoteProps) {
  return (
    <div className={clsx(css.note, tones[tone])} role={tone === 'failed' ? 'alert' : undefined}>
      {glyph ?? (tone === 'interrupted' ? <IconAlertTriangle size={16} /> : <IconInfoCircle size={16} />)}
      <div className={css.noteWords}>{children}</div>
      {end}
    </div>
  )
}
