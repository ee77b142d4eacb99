/** The parts of the product that `FEATURES` switches on and off. A part that is off has no calls and no screens. */
export const features = ['ota', 'iot-safe', 'esim', 'openvpn', 'camera'] as const
export type Feature = (typeof features)[number]
