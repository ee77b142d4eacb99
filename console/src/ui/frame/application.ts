import { defaultApplicationName } from '@simdeck/contract/init.ts'
import { create } from 'zustand'

interface Application {
  name: string
  /** The custom logo; the product's own mark when null. */
  logoUrl: string | null
  /** Shown in the copyright line; null in production (specification §1). */
  version: string | null
  /** The official documentation; null when the operator names none. */
  docsUrl: string | null
  /** What is switched on (specification §1, Build feature flags); the screens of the others do not exist. */
  features: readonly string[]
  /** Whether people of the allowed domains may sign up by themselves. */
  signUp: boolean
}

/** How the application calls itself and what it can do: the defaults until the server has told. `useApplication.setState({…})` sets it. */
export const useApplication = create<Application>(() => ({
  name: defaultApplicationName,
  logoUrl: null,
  version: null,
  docsUrl: null,
  features: [],
  signUp: false,
}))
