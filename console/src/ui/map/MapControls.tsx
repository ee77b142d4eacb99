import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { IconButton } from '../form/Button.tsx'
import { defineText, useText } from '../words/text.ts'
import css from './map.module.css'

const text = defineText({
  closer: { ja: '拡大', en: 'Zoom in' },
  farther: { ja: '縮小', en: 'Zoom out' },
  whole: { ja: '全体を表示', en: 'Show everything' },
})

export function MapControls({ onCloser, onFarther, onWhole }: { onCloser: () => void; onFarther: () => void; onWhole: () => void }) {
  const t = useText(text)
  return (
    <div className={css.controls}>
      <IconButton label={t.closer} onClick={onCloser}>
        <IconPlus size={16} />
      </IconButton>
      <IconButton label={t.farther} onClick={onFarther}>
        <IconMinus size={16} />
      </IconButton>
      <IconButton label={t.whole} onClick={onWhole}>
        <IconFocusCentered size={16} />
      </IconButton>
    </div>
  )
}
