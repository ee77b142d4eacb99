import type { Task } from '@simdeck/contract/tasks.ts'

/** Number of the lines that an import skips because they are invalid; 0 for other tasks. */
export function skippedLines({ kind, import: details }: Pick<Task, 'kind' | 'import'>): number {
  return kind === 'simImport' && details?.skipBadLines ? details.bad : 0
}
