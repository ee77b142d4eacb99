/** The address of the parts of the PMTiles file from which the console draws maps, if one is configured. */
export const mapFilePath = '/map-tiles'
