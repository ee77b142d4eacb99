import { create } from 'zustand'

export const importPath = '/imports'

export interface Sending {
  fileName: string
  sentBytes: number
  totalBytes: number
  startedAt: number
  /** Time at which `sentBytes` was measured, in milliseconds since 1970. */
  measuredAt: number
}

interface Upload {
  sending: Sending | null
  /** Error for which the last file could not be checked; null if there is none. */
  failure: unknown
  /** Id of the task created from the draft. From this task the user can go back to the draft. */
  taskId: number | null
}

/** State of the upload, which continues while the user is on other screens. The header shows it, so this file imports no screen. */
export const useUpload = create<Upload>(() => ({ sending: null, failure: null, taskId: null }))
