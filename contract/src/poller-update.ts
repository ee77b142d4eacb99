/** Minutes in which a new poller has to poll after its installation, unless the setting says another number. */
export const defaultNewPollerMinutes = 60
/** The greatest number that the setting allows: a week. */
export const maxNewPollerMinutes = 10_080
