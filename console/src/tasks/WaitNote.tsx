import { connectorFailures } from '@simdeck/contract/connector-words.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { defineText, useText } from '../ui/words/text.ts'

const waitText = defineText({
  words: {
    ja: (cause: string) => `通信事業者を待っています：${cause}。変更は保存済みで、通信事業者が応答すると自動的に続行します。`,
    en: (cause: string) =>
      `Waiting for the carrier: ${cause}. The changes are stored, and continue by themselves once the carrier answers.`,
  },
})
const causeText = defineText(connectorFailures)

/** Why a task waits for a carrier, and that nothing is lost meanwhile. */
export function WaitNote({ waitsFor }: { waitsFor: NonNullable<Task['waitsFor']> }) {
  const t = useText(waitText)
  const causes = useText(causeText)
  return <Note>{t.words(causes[waitsFor])}</Note>
}
