export interface Size {
  readonly width: number
  readonly height: number
}

/** Which part of a picture is kept: `zoom` 1 shows as much as a square can, `x` and `y` (0 to 1) say where in the rest. */
export interface Crop {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export const MIDDLE: Crop = { zoom: 1, x: 0.5, y: 0.5 }
export const LARGEST_ZOOM = 4

/** Pixels of a side of the picture that is stored: sharp at the largest size it is shown in, on dense screens. */
const STORED = 512

/** The square that is kept, in pixels of the picture. */
export function keptSquare({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom
  return { left: (width - side) * x, top: (height - side) * y, side }
}

/** Moves the kept square by a share of its own side, within the picture. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = keptSquare(size, crop)
  const shift = (at: number, length: number, by: number) =>
    length - side < 1 ? 0.5 : clamp(at + (by * side) / (length - side), 0, 1)
  return { ...crop, x: shift(crop.x, size.width, right), y: shift(crop.y, size.height, down) }
}

/** Photos stay JPEG, which is a tenth of the size; everything else may be transparent. */
export async function cropped(image: HTMLImageElement, crop: Crop, type: string): Promise<Blob> {
  const { left, top, side } = keptSquare({ width: image.naturalWidth, height: image.naturalHeight }, crop)
  const canvas = document.createElement('canvas')
  canvas.width = STORED
  canvas.height = STORED
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left, top, side, side, 0, 0, STORED, STORED)
  const stored = type === 'image/jpeg' ? type : 'image/png'
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), stored, 0.9),
  )
}

export const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
