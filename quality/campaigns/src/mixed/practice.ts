import { entry } from './children.ts';
import { assists, byId, type Member, ofRole } from './model.ts';
import { anyPage, askPage } from './page.ts';
import type { Player } from './player.ts';

const refusalFor = (actor: Member, doctor: Member): string | undefined => {
  if (doctor.role !== 'Doc') return 'DOCTOR_NOT_FOUND';
  return actor === doctor ? undefined : 'ROLE_NOT_ALLOWED';
};

/** A doctor, and mostly the doctor, sometimes another, who acts. */
const scene = ({ world, random }: Player) => {
  const doctor = random.pick(random.chance(0.9) ? ofRole(world, 'Doc') : world.people) as Member;
  const actor = random.chance(0.85) ? doctor : (random.pick(world.people) as Member);
  const assistant = random.pick(random.chance(0.9) ? ofRole(world, 'Ast') : world.people) as Member;
  return { doctor, actor, assistant };
};

/** Fewer than an account has free in an hour (P-07), as each may be tried again. */
const MISSES = 4;

export const linkAssistant = async (player: Player): Promise<void> => {
  const { doctor, actor, assistant } = scene(player);
  const refused = refusalFor(actor, doctor) ?? (assistant.role === 'Ast' ? undefined : 'ASSISTANT_NOT_FOUND');
  if (refused === 'ASSISTANT_NOT_FOUND') player.world.misses += 1;
  if (refused === 'ASSISTANT_NOT_FOUND' && player.world.misses > MISSES) return;
  const question = { endpoint: `POST /api/Doc/${doctor.id}/assistants`, as: actor, body: { email: assistant.email } };
  const content = { AstID: assistant.id };
  if (await player.ask(question, { refused, content, record: 'assistant linked' })) {
    player.world.links.add(`${doctor.id}/${assistant.id}`);
  }
};

export const unlinkAssistant = async (player: Player): Promise<void> => {
  const { doctor, actor, assistant } = scene(player);
  const known = assists(player.world, assistant, doctor);
  const refused = refusalFor(actor, doctor) ?? (known ? undefined : 'ASSISTANT_NOT_FOUND');
  const question = { endpoint: `DELETE /api/Doc/${doctor.id}/assistants/${assistant.id}`, as: actor };
  if (
    await player.ask(question, {
      refused,
      content: null,
      record: 'assistant unlinked',
      repeated: 'ASSISTANT_NOT_FOUND',
    })
  ) {
    player.world.links.delete(`${doctor.id}/${assistant.id}`);
  }
};

export const listAssistants = async (player: Player): Promise<void> => {
  const { doctor } = scene(player);
  const linked = ofRole(player.world, 'Ast').filter((assistant) => assists(player.world, assistant, doctor));
  await askPage(player, `GET /api/Doc/${doctor.id}/assistants`, player.random.pick(player.world.people) as Member, {
    list: byId(linked).map(entry),
    refused: doctor.role === 'Doc' ? undefined : 'DOCTOR_NOT_FOUND',
  });
};

export const listDoctors = async (player: Player): Promise<void> => {
  const { doctors, random, world, ask, wrong } = player;
  const before = doctors.known();
  const page = anyPage(
    random,
    before.map(({ id }) => id),
  );
  const reply = await ask({ endpoint: 'GET /api/Doc', as: random.pick(world.people) as Member, body: page }, {});
  const fault = reply && doctors.faultOf(reply, page, before);
  if (fault !== undefined) wrong(`GET /api/Doc ${JSON.stringify(page)} came to ${reply?.text} instead of ${fault}`);
};
