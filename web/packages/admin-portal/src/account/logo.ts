/** Pixels of the longer side: what the server keeps. */
const LONGEST = 256

/** The picture as a data URL, small enough to travel with every list of accounts; null when it is none. */
export async function logoOf(file: File): Promise<string | null> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return canvas.toDataURL('image/png')
  } catch {
    return null
  }
}
