import { imeiStatusWords } from '@simdeck/contract/sim-value-words.ts'
import { None } from '../../ui/value/None.tsx'
import { useText } from '../../ui/words/text.ts'

/** Whether the SIM is still in the device that it was in. */
export function ImeiStatus({ status }: { status: string | null }) {
  const t = useText(imeiStatusWords)
  if (status === null) return <None />
  return status in t ? t[status as keyof typeof t] : status
}
