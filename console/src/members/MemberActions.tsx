import { Menu } from '@mantine/core'
import type { Member } from '@simdeck/contract/members.ts'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMay, useMe } from '../session/use-me.ts'
import { IconButton } from '../ui/form/Button.tsx'
import { useText } from '../ui/words/text.ts'
import { limitOf } from './member-limits.ts'
import type { MemberAct } from './member-limits.ts'
import { memberLimitText, memberText } from './member-text.ts'
import css from './members.module.css'

const acts: readonly MemberAct[] = ['edit', 'resend', 'unlock', 'signOut', 'resetMfa', 'delete']

/** Menu of the actions on one member. A disabled action shows the reason. */
export function MemberActions({ member, onAct }: { member: Member; onAct: (act: MemberAct, member: Member) => void }) {
  const t = useText(memberText)
  const reasons = useText(memberLimitText)
  const me = useMe()
  const mayReadChanges = useMay('LOGS_SYSTEM_LOG')
  const navigate = useNavigate()
  return (
    // Mantine's focus placeholder is not a valid child of a menu.
    <Menu withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton variant="ghost" size="sm" label={t.actionsOf(member.name)}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => {
          const limit = limitOf(act, me, member)
          return (
            <Menu.Item key={act} disabled={limit !== null} onClick={() => onAct(act, member)}>
              {t[act]}
              {limit !== null && <span className={css.reason}>{reasons[limit]}</span>}
            </Menu.Item>
          )
        })}
        {mayReadChanges && (
          <Menu.Item onClick={() => void navigate({ to: '/members/$id', params: { id: String(member.id) } })}>{t.changes}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
