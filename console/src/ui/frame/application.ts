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
  /** Enabled features (specification §1, Build feature flags); screens of disabled features do not exist. */
  features: readonly string[]
  /** True if people of the allowed domains may sign up by themselves. */
  signUp: boolean
}

/** Name, branding and features of the application: defaults until the server has answered. Set with `useApplication.setState({…})`. */
export const useApplication = create<Application>(() => ({
  name: defaultApplicationName,
  logoUrl: null,
  version: null,
  docsUrl: null,
  features: [],
  signUp: false,
}))
