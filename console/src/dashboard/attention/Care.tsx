import { claimAttention, getDashboard, releaseAttention } from '@simdeck/contract/dashboard.ts'
import type { AttentionItem } from '@simdeck/contract/dashboard.ts'
import { IconUser, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { TextButton } from '../../ui/form/Button.tsx'
import { useKeptFocus } from '../../ui/form/kept-focus.ts'
import { None } from '../../ui/value/None.tsx'
import { formatHourMinute } from '../../ui/words/clock.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import texts from '../../ui/words/texts.module.css'
import { attentionText } from './attention-text.ts'
import css from './attention.module.css'

type Cared = AttentionItem['care']

const setCare = (key: AttentionItem['key'], care: Cared): void =>
  setAnswer(
    getDashboard,
    {},
    (overview) => overview && { ...overview, attention: overview.attention.map((item) => (item.key === key ? { ...item, care } : item)) },
  )

/** The member who takes care of an item, and the buttons by which the user takes it or hands it back. */
export function Care({ item: { key, care }, name, readOnly }: { item: AttentionItem; name: string; readOnly: boolean }) {
  useZone()
  const t = useText(attentionText)
  const params = { key }
  const take = useMutation({
    mutationFn: () => call(claimAttention, { params }),
    onSuccess: (taken) => setCare(key, taken),
    onError: (error) => toastFailure(t.notTaken, error),
    onSettled: () => void refresh(getDashboard),
  })
  const release = useMutation({
    mutationFn: () => call(releaseAttention, { params }),
    onSuccess: () => setCare(key, null),
    onError: (error) => toastFailure(t.notReleased, error),
    onSettled: () => void refresh(getDashboard),
  })
  const focus = useKeptFocus()
  // A disabled button would lose the focus.
  const busy = take.isPending || release.isPending
  if (!care) {
    if (readOnly) return <None />
    return (
      <div className={css.carer} {...focus}>
        <TextButton aria-label={t.takeItem(name)} aria-disabled={busy || undefined} onClick={() => !busy && take.mutate()}>
          {t.take}
        </TextButton>
      </div>
    )
  }
  return (
    <div className={css.carer} {...focus}>
      <IconUser size={14} />
      <bdi className={css.carerName}>{care.own ? t.me : care.name}</bdi>
      <span className={css.until}>{t.until(formatHourMinute(care.until))}</span>
      {care.own && !readOnly && (
        <button
          type="button"
          className={texts.copy}
          aria-label={t.release(name)}
          title={t.release(name)}
          aria-disabled={busy || undefined}
          onClick={() => !busy && release.mutate()}
        >
          <IconX size={16} />
        </button>
      )}
    </div>
  )
}
