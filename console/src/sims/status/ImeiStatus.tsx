import { None } from '../../ui/value/None.tsx'
import { defineText, useText } from '../../ui/words/text.ts'

const imeiStatusText = defineText({
  unknown: { ja: '未確認', en: 'Unknown' },
  same: { ja: '変更なし', en: 'Unchanged' },
  changed: { ja: '変更あり', en: 'Changed' },
  confirmed: { ja: '確認済み', en: 'Confirmed' },
})

/** Whether the SIM is still in the device that it was in. */
export function ImeiStatus({ status }: { status: string | null }) {
  const t = useText(imeiStatusText)
  if (status === null) return <None />
  return status in t ? t[status as keyof typeof t] : status
}
