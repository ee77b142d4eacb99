/** The share of SIMs online, or with a strong signal, below which groups and clusters of the map are marked. */
export const lowShare = 0.93
