/** A square of the picture, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels of a side of the picture that is stored: sharp at the largest size it is shown in, on dense screens. */
const STORED = 512

/** Photos stay JPEG, which is a tenth of the size; everything else may be transparent. */
export async function cropImage(image: HTMLImageElement, { x, y, width, height }: Area, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = STORED
  canvas.height = STORED
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, STORED, STORED)
  const stored = type === 'image/jpeg' ? type : 'image/png'
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), stored, 0.9),
  )
}
