// An answer that changes what is being drawn for the first time makes React begin anew, this time in one piece. It waits.
let drawn: Promise<void> = Promise.resolve();

/** Announces the first drawing. What it returns is called when that is on the screen. */
export function beginDrawing(): () => void {
  let end: (() => void) | undefined;
  drawn = new Promise((resolve) => {
    end = resolve;
  });
  return () => end?.();
}

/** Resolves when the first drawing is on the screen; at once if none is under way. */
export const whenDrawn = (): Promise<void> => drawn;
