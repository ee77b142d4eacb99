import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import chartCss from '../../ui/value/chart.module.css'
import { useText } from '../../ui/words/text.ts'
import { chartsText } from './charts-text.ts'
import type { FigurePoint } from './figure.ts'

interface FigureTableProps {
  title: string
  name: string
  points: readonly FigurePoint[]
  format: (value: number) => string
  onClose: () => void
}

/** The values of a chart, newest first. */
export function FigureTable({ title, name, points, format, onClose }: FigureTableProps) {
  const t = useText(chartsText)
  const hasExpected = points.some(({ expected }) => expected !== undefined)
  const cell = (value: number | null | undefined) => (value === null || value === undefined ? <None /> : format(value))
  return (
    <Dialog opened onClose={onClose} title={title} foot={<Button onClick={onClose}>{t.close}</Button>}>
      <div className={chartCss.tableWrap} tabIndex={0} role="region" aria-label={title}>
        <table className={chartCss.table}>
          <thead>
            <tr>
              <th scope="col">{t.time}</th>
              <th scope="col">{name}</th>
              {hasExpected && <th scope="col">{t.expected}</th>}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, value, expected }) => (
              <tr key={at}>
                <th scope="row">
                  <Time at={at} />
                </th>
                <td>{cell(value)}</td>
                {hasExpected && <td>{cell(expected)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
