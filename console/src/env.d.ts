/** The version of the product, put in by the build. */
declare const __SIMDECK_VERSION__: string
