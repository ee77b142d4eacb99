import type { FailedSims } from './failed-sims.ts'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { againText } from './again-text.ts'

const counted = ['polled', 'keysChanged', 'pollerChanged', 'succeeded', 'open'] as const

interface ChangedSinceProps {
  since: FailedSims['since']
  className?: string | undefined
}

/** Lines on what has changed since SIMs failed. */
export function ChangedSince({ since, className }: ChangedSinceProps) {
  const t = useText(againText)
  const { packageChangedAt, defaultsDiffer, newerPackage } = since
  const lines = [
    ...counted.filter((name) => since[name] > 0).map((name) => ({ key: name, words: t[name](formatNumber(since[name])) })),
    ...(packageChangedAt === null
      ? []
      : [
          {
            key: 'package',
            words: (
              <>
                {t.packageChanged}
                <Time at={packageChangedAt} />
              </>
            ),
          },
        ]),
    ...(defaultsDiffer ? [{ key: 'defaults', words: t.defaultsDiffer }] : []),
    ...(newerPackage ? [{ key: 'newer', words: t.newer(`${newerPackage.name} ${newerPackage.otaVersion} ${newerPackage.label}`) }] : []),
  ]
  return (
    <ul className={className}>
      {lines.length === 0 && <li>{t.nothing}</li>}
      {lines.map(({ key, words }) => (
        <li key={key}>{words}</li>
      ))}
    </ul>
  )
}
