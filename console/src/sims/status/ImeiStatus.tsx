import { imeiStatusWords } from '@simdeck/contract/sim-value-words.ts'
import { None } from '../../ui/value/None.tsx'
import { useText } from '../../ui/words/text.ts'

/** Status of the IMEI. It shows if the SIM is still in the same device. */
export function ImeiStatus({ status }: { status: string | null }) {
  const t = useText(imeiStatusWords)
  if (status === null) return <None />
  return status in t ? t[status as keyof typeof t] : status
}
