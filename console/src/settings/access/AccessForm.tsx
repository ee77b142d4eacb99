import { accessRestrictions } from '@simdeck/contract/access-restrictions.ts'
import type { AccessRestrictions } from '@simdeck/contract/access-restrictions.ts'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { setAnswer } from '../../session/api/query.ts'
import { Copyable } from '../../ui/value/Copyable.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { LinesField, linesOf, numberedLines } from '../../ui/form/LinesField.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SaveBar } from '../SaveBar.tsx'
import css from '../settings.module.css'
import { accessText } from './access-text.ts'

type Name = keyof AccessRestrictions
const names = ['domains', 'console_ranges', 'api_ranges'] as const satisfies readonly Name[]
const maxEntries = 100
const domain = accessRestrictions.shape.domains.element
const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

interface AccessFormProps {
  saved: AccessRestrictions
  yourAddress: string
}

export function AccessForm({ saved, yourAddress }: AccessFormProps) {
  const t = useText(accessText)
  const { withProof, proof } = useProof()
  const [shutOut, setShutOut] = useState<string | null>(null)

  const fault = (text: string, rule: z.ZodType, message: (line: number) => string): string | null => {
    const lines = numberedLines(text)
    const bad = lines.find(({ entry }) => !rule.safeParse(entry).success)
    if (bad) return message(bad.line)
    return lines.length > maxEntries ? t.tooMany : null
  }
  const form = useForm<Record<Name, string>>({
    saved: {
      domains: saved.domains.join('\n'),
      console_ranges: saved.console_ranges.join('\n'),
      api_ranges: saved.api_ranges.join('\n'),
    },
    check: ({ domains, console_ranges, api_ranges }) => ({
      domains: fault(domains, domain, t.badDomain),
      console_ranges: fault(console_ranges, range, t.badRange),
      api_ranges: fault(api_ranges, range, t.badRange),
    }),
    send: (values) => {
      setShutOut(null)
      const [domains, console_ranges, api_ranges] = names.map((name) => linesOf(values[name])) as [string[], string[], string[]]
      return withProof(async () => {
        const now = await call(endpoints.putAccessRestrictions, { body: { domains, console_ranges, api_ranges } })
        setAnswer(endpoints.getAccessRestrictions, {}, { ...now, your_address: yourAddress })
        toast.success(t.saved)
      })
    },
    failed: (error) => {
      if (error instanceof CallError && error.body?.code === 'wouldShutOut') setShutOut(error.body.message)
      toastFailure(t.notSaved, error)
    },
    fieldMessage: (path, message, values) => {
      const [name, index] = path.split('.')
      const line = numberedLines(values[name as Name])[Number(index)]?.line
      return line === undefined ? message : t.atLine(line, message)
    },
  })
  const guard = useLeaveGuard(form.changed)
  const restart = (): void => {
    setShutOut(null)
    form.restart()
  }
  const field = (name: Name, label: string, description: string, placeholder: string) => (
    <LinesField label={label} description={description} placeholder={placeholder} limit={maxEntries} {...form.text(name)} />
  )

  return (
    <form className={css.form} {...form.props}>
      <section className={css.section}>
        <h2>{t.title}</h2>
        <div className={css.wide}>
          {shutOut && <Note tone="failed">{shutOut}</Note>}
          <dl className={css.readOnly}>
            <dt>{t.yourAddress}</dt>
            <dd>
              <Copyable value={yourAddress} name={t.yourAddress} />
            </dd>
          </dl>
          <FieldStack>
            {field('domains', t.domains, t.domainsWords, 'example.co.jp')}
            {field('console_ranges', t.consoleRanges, t.consoleWords, '192.0.2.0/24')}
            {field('api_ranges', t.apiRanges, t.apiWords, '2001:db8::/32')}
          </FieldStack>
        </div>
      </section>
      <span className={css.grow} />
      <SaveBar changed={form.changed} busy={form.busy} onDiscard={restart} />
      {guard}
      {proof}
    </form>
  )
}
