import type { Permission } from '@simdeck/contract/permissions.ts'
import type { ComponentProps } from 'react'
import { DisabledReason } from '../ui/feedback/DisabledReason.tsx'
import { Button } from '../ui/form/Button.tsx'
import { defineText, useText } from '../ui/words/text.ts'
import { useMay } from './use-me.ts'

const text = defineText({
  noPermission: { ja: 'この操作を行う権限がありません', en: 'Your role does not allow this' },
})

/** A button for an action that needs a permission. For a user without the permission it is disabled, and its tooltip explains this. */
export function MayButton({ permission, disabled, ...button }: ComponentProps<typeof Button> & { permission: Permission }) {
  const t = useText(text)
  const may = useMay(permission)
  return (
    <DisabledReason reason={may ? null : t.noPermission}>
      <Button {...button} disabled={!may || disabled} />
    </DisabledReason>
  )
}
