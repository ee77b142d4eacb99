import type { Permission } from '@simdeck/contract/permissions.ts'
import type { ComponentProps } from 'react'
import { Because } from '../ui/feedback/Because.tsx'
import { Button } from '../ui/form/Button.tsx'
import { defineText, useText } from '../ui/words/text.ts'
import { useMay } from './use-me.ts'

const text = defineText({
  noPermission: { ja: 'この操作を行う権限がありません', en: 'Your role does not allow this' },
})

/** A button for what only some roles may do; for the others it stands disabled and says why. */
export function MayButton({ permission, disabled, ...button }: ComponentProps<typeof Button> & { permission: Permission }) {
  const t = useText(text)
  const may = useMay(permission)
  return (
    <Because reason={may ? null : t.noPermission}>
      <Button {...button} disabled={!may || disabled} />
    </Because>
  )
}
