/** How many files run side by side. */
export const workers = 2;
