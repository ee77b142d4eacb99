import { Menu } from '@mantine/core'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useNavigate } from '@tanstack/react-router'
import { IconDots } from '@tabler/icons-react'
import { useMay } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button, IconButton, LinkButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { simDetailText } from './sim-detail-text.ts'
import type { SimDialog } from './SimDialogs.tsx'
import css from './sim-detail.module.css'

interface SimActionsProps {
  sim: Sim
  current: readonly OtaLog[]
  onDialog: (dialog: SimDialog) => void
}

/** Reasons for which actions on this SIM are disabled now; null for an enabled action. */
export function useDisabledReasons(
  sim: Sim,
  current: readonly OtaLog[],
): Record<'run' | 'switch' | 'remove' | 'cancel' | 'edit' | 'status' | 'delete', string | null> {
  const t = useText(simDetailText)
  const mayCreate = useMay('OTA_CREATE')
  const mayUpdate = useMay('OTA_UPDATE')
  const mayEdit = useMay('SIM_UPDATE')
  const mayDelete = useMay('SIM_DELETE')
  const run = !mayCreate ? t.mayNot : sim.has_keys ? null : t.noKeys
  const appletOpen = sim.status_other_applet !== null && openOtaStatuses.includes(sim.status_other_applet)
  const remove = run ?? (appletOpen ? t.otaOpen : sim.other_applet_name === null ? t.nothingHeld : null)
  const otherOpen = current.some(({ applet_type: type, progress }) => type !== 1 && openOtaStatuses.includes(progress.status))
  const toSwitch = !mayUpdate ? t.mayNot : (run ?? (!sim.has_standby_poller ? t.noStandby : otherOpen ? t.pollerOtaOpen : null))
  const statuses = current.map((log) => log.progress.status)
  const begun = statuses.includes('Started') || statuses.includes('Interrupted')
  const cancel = !mayUpdate ? t.mayNot : statuses.includes('Ready') ? null : begun ? t.alreadyStarted : t.nothingReady
  const ofOta = { run, switch: toSwitch, remove, cancel }
  return { ...ofOta, edit: mayEdit ? null : t.mayNot, status: mayEdit ? null : t.mayNot, delete: mayDelete ? null : t.mayNot }
}

export function SimActions({ sim, current, onDialog }: SimActionsProps) {
  const t = useText(simDetailText)
  const navigate = useNavigate()
  const reasons = useDisabledReasons(sim, current)
  const search = { simIds: String(sim.id) }
  const items = [
    { words: t.install, reason: reasons.run, act: () => void navigate({ to: '/otas/execute', search }) },
    { words: t.remove, reason: reasons.remove, act: () => onDialog('remove') },
    {
      words: t.switchPoller,
      reason: reasons.switch,
      act: () => void navigate({ to: '/otas/execute', search: { ...search, action: 'poller-switch' } }),
    },
    { words: t.cancel, reason: reasons.cancel, act: () => onDialog('cancel') },
    { words: t.edit, reason: reasons.edit, act: () => onDialog('edit') },
    { words: t.status, reason: reasons.status, act: () => onDialog('status') },
    { words: t.delete, reason: reasons.delete, act: () => onDialog('delete'), danger: true },
  ]
  return (
    <>
      <span className={css.wideOnly}>
        <DisabledReason reason={reasons.status}>
          <Button disabled={reasons.status !== null} onClick={() => onDialog('status')}>
            {t.status}
          </Button>
        </DisabledReason>
      </span>
      <DisabledReason reason={reasons.run}>
        {reasons.run === null ? (
          <LinkButton variant="primary" to="/otas/execute" search={search}>
            {t.runOta}
          </LinkButton>
        ) : (
          <Button variant="primary" disabled>
            {t.runOta}
          </Button>
        )}
      </DisabledReason>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <IconButton label={t.more}>
            <IconDots size={16} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ words, reason, act, danger }) => (
            <Menu.Item key={words} disabled={reason !== null} data-danger={danger} onClick={act}>
              {words}
              {reason && <span className={css.reason}>{reason}</span>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
