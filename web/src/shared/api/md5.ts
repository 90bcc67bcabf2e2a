// RFC 1321. The contract signs requests with MD5, which browsers don't provide; nothing relies on its strength.

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const sines = Array.from({ length: 64 }, (_, index) => Math.trunc(Math.abs(Math.sin(index + 1)) * 2 ** 32));

/** The message as 32-bit little-endian words, padded to whole blocks that end with its length in bits. */
function wordsOf(message: Uint8Array): Uint32Array {
  const blocks = Math.ceil((message.length + 9) / 64);
  const words = new Uint32Array(blocks * 16);
  const put = (byte: number, index: number): void => {
    words[index >> 2] = (words[index >> 2] ?? 0) | (byte << ((index % 4) * 8));
  };
  message.forEach(put);
  put(0x80, message.length);
  words[words.length - 2] = message.length * 8;
  words[words.length - 1] = Math.trunc((message.length * 8) / 2 ** 32);
  return words;
}

/** The function of b, c, d and the word of the block that a step uses. */
function mix(step: number, b: number, c: number, d: number): [value: number, word: number] {
  switch (step >> 4) {
    case 0:
      return [(b & c) | (~b & d), step];
    case 1:
      return [(d & b) | (~d & c), (5 * step + 1) % 16];
    case 2:
      return [b ^ c ^ d, (3 * step + 5) % 16];
    default:
      return [c ^ (b | ~d), (7 * step) % 16];
  }
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

/** The MD5 of a text's UTF-8 bytes as upper-case hexadecimal. */
export function md5(text: string): string {
  const words = wordsOf(new TextEncoder().encode(text));
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let block = 0; block < words.length; block += 16) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let step = 0; step < 64; step += 1) {
      const [value, word] = mix(step, b, c, d);
      const sum = (a + value + (sines[step] ?? 0) + (words[block + word] ?? 0)) | 0;
      [a, d, c, b] = [d, c, b, (b + rotate(sum, shifts[(step >> 4) * 4 + (step % 4)] ?? 0)) | 0];
    }
    [a, b, c, d].forEach((value, index) => {
      state[index] = (state[index] ?? 0) + value;
    });
  }
  const bytes = new Uint8Array(state.buffer); // all platforms with browsers are little-endian
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
