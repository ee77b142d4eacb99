/** The fields of few values by whose combinations SIMs are counted. */
export type CodedField = 'status' | 'poller_name' | 'poller_version' | 'other_applet_name' | 'other_applet_version'

/** A combination of values, and the number of SIMs that have it. */
export type Share = { values: { [Field in CodedField]?: string | null }; count: number }
