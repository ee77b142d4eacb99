import { Columns } from '../../ui/frame/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import css from './sim-detail.module.css'

/** Placeholder of a SIM's page while it loads. */
export function SimSkeleton() {
  return (
    <Columns rail={<Lines widths={[120, 220, 180]} />}>
      <Lines widths={[240, 640, 560, 320, 640, 600]} />
    </Columns>
  )
}

export function Lines({ widths }: { widths: readonly number[] }) {
  return (
    <div className={css.lines} aria-busy="true">
      {widths.map((width, index) => (
        <Skeleton key={index} width={width} />
      ))}
    </div>
  )
}
