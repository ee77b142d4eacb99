/** The form of the filter `area`: west, south, east and north in degrees, or `unknown`. */
export const areaPattern = /^unknown$|^(-?\d{1,3}(\.\d{1,6})?(,|$)){4}$/
